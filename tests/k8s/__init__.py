"""Tests of the manifests in k8s/ and of the Envoy configuration in there."""
