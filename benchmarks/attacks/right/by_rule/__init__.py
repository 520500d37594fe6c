"""True answers as textbooks state them, one module or list for each rule of the kernel."""
