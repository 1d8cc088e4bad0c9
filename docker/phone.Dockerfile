# The built-in phone: adbd, console and gRPC, without SDK or KVM.
#
#   docker build -f docker/phone.Dockerfile -t android-gym-phone .
#   docker run --rm -p 127.0.0.1:5554:5554 -p 127.0.0.1:5555:5555 -p 127.0.0.1:8554:8554 android-gym-phone
FROM python:3.12-slim-bookworm

# What Skia and OpenCV load; socat, because a phone listens on its container's loopback only.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends adb libegl1 libgl1 libglib2.0-0 socat \
    && rm -rf /var/lib/apt/lists/*

COPY . /src
RUN pip install --no-cache-dir /src && rm -rf /src

COPY docker/common.sh docker/phone-entrypoint.sh docker/healthcheck.sh /usr/local/bin/
RUN useradd --create-home --uid 1000 phone
USER 1000

ENV CONSOLE_PORT=5554 GRPC_PORT=8554 PHONE_OPTIONS=""
EXPOSE 5554 5555 8554
HEALTHCHECK --interval=10s --timeout=10s --start-period=20s --retries=3 CMD ["healthcheck.sh"]
ENTRYPOINT ["phone-entrypoint.sh"]
