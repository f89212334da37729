"""What works by itself is tested on every kind of store."""

from tests.store.conftest import open_store, published, store

__all__ = ["open_store", "published", "store"]
