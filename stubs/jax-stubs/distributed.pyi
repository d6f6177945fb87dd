# Generated from JAX 0.12.0.1 by `python -m jaxtyping_promo.stubgen`. Do not edit: change the rules or the generator.
from collections.abc import Sequence
from jaxtyping_promo.array import _JaxModule
from typing import Any

def initialize(coordinator_address: str | None = None, num_processes: int | None = None, process_id: int | None = None, local_device_ids: int | Sequence[int] | None = None, cluster_detection_method: str | None = None, initialization_timeout: int = 300, heartbeat_timeout_seconds: int = 100, shutdown_timeout_seconds: int = 300, coordinator_bind_address: str | None = None, slice_index: int | None = None, partition_index: int | None = None, mtls_cert_file: str | None = None, mtls_key_file: str | None = None, mtls_ca_file: str | None = None, mtls_peer_uri_prefix: str | None = None, verify_secure_credentials: bool | None = None) -> Any: ...
def is_initialized() -> bool: ...
def shutdown() -> Any: ...
class _Module(_JaxModule):
    made_from = "0.12.0.1"
