"""Models: one file a wire API, behind ``domain.model.Model``. Failed calls are values."""
