"""Talk over HTTP."""
