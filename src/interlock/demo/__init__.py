"""A program in miniature, as a user would write it: it imports nothing but ``interlock``.

``interlock serve`` serves it when no other program is named.
"""
