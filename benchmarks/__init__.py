"""What q40k costs, as ratios to something known: `python -m benchmarks`."""
