# The service as an image: non-root, fit for a read-only root, python is process 1. docs/image.md tells how to run it.
#
# A tag moves. A release pins the digest that it was tested with:
#   --build-arg PYTHON_IMAGE=docker.io/library/python@sha256:...
ARG PYTHON_IMAGE=docker.io/library/python:3.13-slim-trixie

FROM ${PYTHON_IMAGE} AS build
ENV PYTHONDONTWRITEBYTECODE=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_NO_COMPILE=1 \
    PIP_NO_INPUT=1 \
    PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
# Which versions: `runtime`, or `otel` for those with OpenTelemetry besides (PAGEONE_TRACING).
ARG LOCK=runtime
# What changes least first. The secret `pip` is a pip.conf for those who have a package index of their own.
COPY requirements/build.lock requirements/${LOCK}.lock requirements/
RUN --mount=type=secret,id=pip,target=/etc/pip.conf \
    python -m pip install --require-hashes --requirement requirements/build.lock \
 && python -m venv --without-pip /opt/pageone \
 && python -m pip --python /opt/pageone/bin/python install \
      --require-hashes --only-binary :all: --requirement "requirements/${LOCK}.lock"
COPY LICENSE README.md pyproject.toml ./
COPY clients/python clients/python
COPY engine engine
COPY service service
RUN python -m pip wheel --no-index --no-deps --no-build-isolation --wheel-dir /wheels ./clients/python . \
 && python -m pip --python /opt/pageone/bin/python install --no-index --no-deps /wheels/*.whl
COPY tools/finish_image.py tools/finish_image.py
RUN /opt/pageone/bin/python tools/finish_image.py thin /opt/pageone

FROM ${PYTHON_IMAGE}
ARG PYTHON_IMAGE
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Page One" \
      org.opencontainers.image.description="A stateless gRPC service that plays Page One and American Page One" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.vendor="Page One maintainers" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${PYTHON_IMAGE}"
COPY --from=build /opt/pageone /opt/pageone
# Nothing in the image builds or installs; all that a serving process imports is compiled.
RUN --mount=type=bind,from=build,source=/build/tools,target=/finish \
    groupadd --gid 65532 nonroot \
 && useradd --uid 65532 --gid 65532 --no-log-init --no-create-home --home-dir /nonexistent \
      --shell /usr/sbin/nologin nonroot \
 && /opt/pageone/bin/python /finish/finish_image.py finish
# Not loopback: a container is reached from outside. Whoever runs it configures who may call, or says
# PAGEONE_INSECURE=true; without either the server refuses to start.
ENV PATH=/opt/pageone/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONSAFEPATH=1 \
    PYTHONUNBUFFERED=1 \
    PAGEONE_ADDRESS=0.0.0.0:50051 \
    PAGEONE_HEALTH_ADDRESS=0.0.0.0:50052 \
    PAGEONE_ADMIN_ADDRESS=0.0.0.0:9464
WORKDIR /
USER 65532:65532
EXPOSE 50051 50052 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
    CMD ["/opt/pageone/bin/python", "-m", "pageone_service.cli", "health"]
ENTRYPOINT ["/opt/pageone/bin/python", "-m", "pageone_service.cli"]
CMD ["serve"]
