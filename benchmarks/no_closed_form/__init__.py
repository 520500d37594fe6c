"""Problems without a closed form, with reference values computed apart from the package."""
