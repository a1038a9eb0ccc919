"""Models behind an OpenAI-compatible endpoint: answers by JSON Schema, and embeddings.

The one door to a network. No client is imported until a model is asked.
"""
