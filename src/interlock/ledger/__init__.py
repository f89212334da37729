"""What calls cost, what may still be spent, and what was: prices, budgets, reports."""
