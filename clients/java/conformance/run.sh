#!/bin/sh
# The conformance runner, as build/conformance/java (make clients-java).
# It runs for seconds: the first compiler alone is sooner done.
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$(dirname "$0")/../../clients/java/conformance/target/pageone-conformance.jar" "$@"
