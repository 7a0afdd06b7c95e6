"""The main paths in browsers that are not Chromium: Debian's Firefox and WebKitGTK."""
