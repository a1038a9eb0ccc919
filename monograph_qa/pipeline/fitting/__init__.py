"""What fits a question and the patient that it tells of: it comes first, the rest stands aside."""
