"""What a label says to a question: the planned look, particulars, wider looks, silence."""
