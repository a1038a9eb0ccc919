"""What a question asks for and what a sentence is about, read by one reader."""
