"""Tokens of an OpenID Connect issuer: whose keys sign them, and what they prove."""
