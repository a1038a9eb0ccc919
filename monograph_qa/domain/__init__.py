"""Frozen values that the rooms hand each other. No behaviour beyond their own arithmetic."""
