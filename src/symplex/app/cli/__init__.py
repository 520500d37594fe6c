"""The command line: reads arguments, calls the layers below, prints. Nothing below it prints."""
