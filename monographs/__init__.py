"""Sample drug monographs that this project wrote itself, and what typesets them."""
