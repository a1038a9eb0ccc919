"""Benchmarks: each prints what it measured, on this machine, in this run."""
