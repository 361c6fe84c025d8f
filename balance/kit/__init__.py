"""What kernels are made of: compiled numbers, random streams, decks, traces, rule ledgers, exact arithmetic."""
