"""Training a policy on one problem, and looking at what it has learnt.

Owns the record of a training: what each epoch brought, what was written on the way, the weights,
and how the policy sees its best tree. The search, the policy and the proofs belong to others; the
page of a training is the report's.
"""

from symplex.app.training.training import Epoch as Epoch
from symplex.app.training.training import Sample as Sample
from symplex.app.training.training import Seen as Seen
from symplex.app.training.training import Training as Training
from symplex.app.training.training import seen_by as seen_by
from symplex.app.training.training import train as train
