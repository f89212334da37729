-- Nothing is ever in here: a transaction that lost to others too often locks it, and so has its turn
-- until its end. A lock that belonged to the session would outlive the end of a frozen process's
-- transaction.

CREATE TABLE turns ();
