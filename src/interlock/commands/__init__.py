"""What people and clients may do: begin, answer, cancel. Each is one transaction."""
