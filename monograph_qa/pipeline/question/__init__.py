"""What a question means before anything is looked up: its words, labels and parts; refusals."""
