"""From a reviewable text source to a PDF: markup, drawing, and one module a layout."""
