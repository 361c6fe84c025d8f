"""From estimates to sentences, figures and one page."""
