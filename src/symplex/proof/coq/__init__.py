"""Files for the proof assistant Coq: a statement, an answer, and a proof that others can check.

Owns how a problem and its answer are written in Coq with Coquelicot, and the proof script beside
them. Proves nothing itself: whether the script is a proof, ``coqc`` decides. No other proof of
this program rests on what is written here. From the kernel a file has its domain alone (`domain`).
"""

from symplex.proof.coq.document import coq_file as coq_file
