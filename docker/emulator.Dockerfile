# Google's Android Emulator with an AVD for AndroidWorld's tasks, and this package.
#
# Building downloads Google's SDK, whose licence you have to accept yourself:
# https://developer.android.com/studio/terms
#
#   docker build -f docker/emulator.Dockerfile --build-arg ACCEPT_ANDROID_SDK_LICENSE=yes \
#       -t android-gym-emulator .
#   docker run --rm --device /dev/kvm -p 127.0.0.1:5554:5554 -p 127.0.0.1:5555:5555 \
#       -p 127.0.0.1:8554:8554 android-gym-emulator
FROM python:3.12-slim-bookworm

SHELL ["/bin/bash", "-o", "pipefail", "-c"]

ARG ACCEPT_ANDROID_SDK_LICENSE=no
RUN if [ "$ACCEPT_ANDROID_SDK_LICENSE" != yes ]; then \
        echo "Read https://developer.android.com/studio/terms and build again with" >&2; \
        echo "--build-arg ACCEPT_ANDROID_SDK_LICENSE=yes" >&2; \
        exit 1; \
    fi

# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        ca-certificates curl libegl1 libgl1 libglib2.0-0 libnss3 libpulse0 libx11-6 libxcomposite1 \
        libxcursor1 libxdamage1 libxi6 libxtst6 openjdk-17-jre-headless socat unzip \
    && rm -rf /var/lib/apt/lists/*

ENV ANDROID_HOME=/opt/android ANDROID_AVD_HOME=/home/phone/.android/avd
ENV PATH=$PATH:$ANDROID_HOME/cmdline-tools/latest/bin:$ANDROID_HOME/platform-tools:$ANDROID_HOME/emulator

ARG CMDLINE_TOOLS=11076708
ARG SYSTEM_IMAGE="system-images;android-33;google_apis;x86_64"
RUN mkdir -p "$ANDROID_HOME/cmdline-tools" \
    && curl --fail --silent --show-error --location --output /tmp/tools.zip \
        "https://dl.google.com/android/repository/commandlinetools-linux-${CMDLINE_TOOLS}_latest.zip" \
    && unzip -q /tmp/tools.zip -d /tmp/tools \
    && mv /tmp/tools/cmdline-tools "$ANDROID_HOME/cmdline-tools/latest" \
    && rm -r /tmp/tools /tmp/tools.zip \
    && (yes || true) | sdkmanager --licenses > /dev/null \
    && sdkmanager "platform-tools" "emulator" "$SYSTEM_IMAGE" > /dev/null

COPY . /src
RUN pip install --no-cache-dir /src && rm -rf /src

COPY docker/common.sh docker/emulator-entrypoint.sh docker/healthcheck.sh /usr/local/bin/
RUN useradd --create-home --uid 1000 phone
USER 1000
RUN echo no | avdmanager create avd --name AndroidWorldAvd --device pixel_6 --package "$SYSTEM_IMAGE"

ENV CONSOLE_PORT=5554 GRPC_PORT=8554 EMULATOR_OPTIONS=""
EXPOSE 5554 5555 8554
HEALTHCHECK --interval=15s --timeout=15s --start-period=300s --retries=4 CMD ["healthcheck.sh"]
ENTRYPOINT ["emulator-entrypoint.sh"]
