"""The contract's messages and services, generated from `proto/pageone/v1` by `make proto`.

Each file of the contract is a module: `from pageone.v1 import card_pb2, engine_service_pb2_grpc`.
"""
