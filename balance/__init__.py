"""Monte Carlo balance analyser for tabletop games."""
