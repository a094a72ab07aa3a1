# `caddy:2` where there is no image registry, from Debian's package, and an ACME server. Everything the Compose file relies on
# is as in the official image: its folders belong to group 0, its binary has a capability, there is a wget.
ARG BASE=debian:forky-slim
FROM ${BASE}
RUN apt-get update -q \
  && apt-get install -qy --no-install-recommends caddy pebble busybox libcap2-bin ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && setcap cap_net_bind_service=+ep /usr/bin/caddy \
  && mkdir -p /config/caddy /data/caddy /etc/caddy \
  && chmod -R g=u /config /data /etc/caddy \
  && ln -s /bin/busybox /usr/local/bin/wget
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
