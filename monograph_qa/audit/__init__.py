"""The audit log: one chained record a question, released or not."""
