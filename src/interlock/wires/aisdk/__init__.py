"""The UI message stream of the Vercel AI SDK, version 7: what ``useChat`` speaks.

One assistant message is one turn, its id is the turn's id, and one step is one model call.
"""
