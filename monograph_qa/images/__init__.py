"""Pictures of a label: what kind each one is."""
