"""The commands that the benchmarks add to `symplex`: reading arguments, printing, exit codes."""
