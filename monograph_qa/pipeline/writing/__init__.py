"""From what was found to a judged and recorded answer, by the writer that the settings choose."""
