# One image for both servers: it runs the BFF by default, and the reference upstream with `node apps/upstream/src/main.ts`.
# Node 24 of the image runs the TypeScript sources of the servers; only web is built.
#
# Own registry or proxy: pass the build secrets `npmrc` (an .npmrc) and `ca` (PEM, for its line `cafile=/run/secrets/ca`).
# No layer contains them; both may be missing or empty.

# Another tag or a digest: docs/operating.md, «Containers».
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
# Only package files are copied here, so that the installs come from the cache while these do not change.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY apps/web/package.json apps/web/
COPY apps/bff/package.json apps/bff/
COPY apps/upstream/package.json apps/upstream/
COPY apps/doctor/package.json apps/doctor/

FROM manifests AS web
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --include=optional --no-audit --no-fund
COPY scripts scripts
# All production packages, including those that web bundles.
RUN node scripts/sbom.ts > sbom.cdx.json
COPY tsconfig.base.json ./
COPY packages packages
COPY docs/operating.zh-CN.md docs/partners.zh-CN.md docs/
COPY apps/web apps/web
RUN npm run build

# Packages of the servers. Those of web are part of its build. The pinned Node is an optional package of the root, which is
# not installed here; the native library of sharp is optional too, and needed.
FROM manifests AS packages
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --omit=dev --include=optional -w apps/bff -w apps/upstream -w apps/doctor --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
# The only writable folder besides /tmp. The root filesystem may be read-only.
RUN install -d -o node -g node -m 0700 /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080
# Layers that change least come first.
COPY --from=packages /app ./
COPY --from=web /app/sbom.cdx.json ./
COPY packages packages
COPY ops/compose ops/compose
# For nginx on Kubernetes, which takes its configuration from here (ops/kubernetes).
COPY ops/nginx ops/nginx
COPY apps/doctor apps/doctor
COPY apps/upstream apps/upstream
COPY apps/bff apps/bff
COPY --from=web /app/apps/web/dist apps/web/dist
USER node
EXPOSE 8080
# Checks every 2 s until the first success. Upstream uses another port, so docker-compose.yml overrides the check. A container
# with a restart policy needs an init process (`docker run --init`).
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --start-interval=2s \
  CMD ["node", "ops/compose/check-health.mts"]
ARG PORTAL_VERSION=0.1.0 PORTAL_REVISION= PORTAL_SOURCE=
LABEL org.opencontainers.image.title="portal" \
  org.opencontainers.image.description="Public website of a gemstone and jewellery testing organisation" \
  org.opencontainers.image.version="$PORTAL_VERSION" \
  org.opencontainers.image.revision="$PORTAL_REVISION" \
  org.opencontainers.image.source="$PORTAL_SOURCE" \
  org.opencontainers.image.licenses="LicenseRef-UNLICENSED"
CMD ["node", "apps/bff/src/main.ts"]
