"""Graph networks of jraph."""

import jax.numpy as jnp
import jraph


def main():
    for dtype in (jnp.float32, jnp.bfloat16):
        graph = jraph.GraphsTuple(
            nodes=jnp.ones((4, 3), dtype),
            edges=jnp.ones((5, 2), dtype),
            globals=jnp.ones((1, 2), dtype),
            senders=jnp.array([0, 1, 2, 3, 0]),
            receivers=jnp.array([1, 2, 3, 0, 2]),
            n_node=jnp.array([4]),
            n_edge=jnp.array([5]),
        )
        net = jraph.GraphNetwork(
            update_edge_fn=lambda e, s, r, g: jnp.concatenate([e, s, r, g], axis=-1) * 0.5,
            update_node_fn=lambda n, s, r, g: n * 2.0,
            update_global_fn=lambda n, e, g: g + 1.0,
        )
        net(graph)
        conv = jraph.GraphConvolution(update_node_fn=lambda n: n, add_self_edges=True)
        conv(graph)
        gat = jraph.GAT(
            attention_query_fn=lambda n: n,
            attention_logit_fn=lambda s, r, e: jnp.sum(s * r, axis=-1, keepdims=True),
            node_update_fn=None,
        )
        gat(graph)
        jraph.segment_mean(graph.nodes, jnp.array([0, 0, 1, 1]), 2)
        jraph.segment_softmax(graph.nodes[:, 0], jnp.array([0, 0, 1, 1]), 2)
        jraph.segment_normalize(graph.nodes, jnp.array([0, 0, 1, 1]), 2)
        padded = jraph.pad_with_graphs(graph, 8, 8, 3)
        jraph.get_graph_padding_mask(padded)
        jraph.get_node_padding_mask(padded)
        jraph.batch([graph, graph])
        jraph.partition_softmax(graph.nodes[:, 0], jnp.array([2, 2]), 4)


if __name__ == "__main__":
    main()
