"""The guarantees as counted experiments on a real server: ``interlock prove``.

Each experiment drives a server in a process of its own through its public HTTP API, counts real
effects in another process (the witness), and ends in counts that must be exactly what they are
said to be.
"""
