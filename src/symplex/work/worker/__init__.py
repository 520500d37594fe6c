"""Work in another process that may hang, crash or take too much memory, at no cost but time.

Owns both ends of the pipe: the client, which starts a worker and asks it, and the server, which
answers each question in a fork of its own. What is asked is known to neither.
"""
