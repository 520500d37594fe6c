"""A Ray cluster on this machine, where Ray is installed."""

import pytest


@pytest.fixture
def nodes():
    """A head with one core and a second node with two."""
    pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.second = made.add_node(num_cpus=2)
    yield made
    made.shutdown()
