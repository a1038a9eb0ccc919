"""SQL from outside: read-only, looked at before it is run, bounded."""
