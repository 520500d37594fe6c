"""What is measured of the house, one module a measure or two."""
