"""Takes runs from the queue and drives them; closes what nobody answered."""
