"""Tools from typed functions, from raw JSON Schema and from MCP servers."""
