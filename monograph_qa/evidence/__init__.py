"""Evidence: what a label's rows say to a plan, route by route."""
