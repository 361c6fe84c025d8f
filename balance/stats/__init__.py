"""Balance statistics: numbers in, small frozen results out."""
