"""Models behind an OpenAI-compatible endpoint, the one door to a network."""
