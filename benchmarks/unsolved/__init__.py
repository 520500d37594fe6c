"""Problems that `solve` cannot solve: is anything offered whose error is unknown or misstated?"""
