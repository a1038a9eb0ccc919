"""Whether installation, library, server and audit log are sound."""
