#!/bin/sh
# The conformance runner, as build/conformance/java (make clients-java).
exec java -jar "$(dirname "$0")/../../clients/java/conformance/target/pageone-conformance.jar" "$@"
