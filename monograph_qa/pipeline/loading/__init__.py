"""From files that a user names to stored labels: read apart from the load, each file a job."""
