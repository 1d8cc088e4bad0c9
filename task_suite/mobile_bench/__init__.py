"""Mobile-Bench (Deng et al., 2024): scores of how an agent went about a task."""
