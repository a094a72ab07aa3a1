# One image for both servers: it runs the BFF by default, and the reference upstream with `node apps/upstream/src/main.ts`.
# The servers run from TypeScript sources on the image's own Node 24; only web is built.
#
# A registry or proxy of your own: the build's secrets `npmrc` (an .npmrc) and `ca` (PEM, for `cafile=/run/secrets/ca` in
# it). No layer has them; both may be missing or empty.

# Another tag or a digest: docs/operating.md, «Containers».
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
# Package files alone: while they do not change, the installs come from the cache.
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
# Every package of production, those that web bundles included.
RUN node scripts/sbom.ts > sbom.cdx.json
COPY tsconfig.base.json ./
COPY packages packages
COPY docs/operating.zh-CN.md docs/partners.zh-CN.md docs/
COPY apps/web apps/web
RUN npm run build

# The servers' packages. Web's are bundled into its build. The pinned Node is an optional package of the root, which is not
# installed here; sharp's native library is optional too, and needed.
FROM manifests AS packages
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=ca \
    --mount=type=cache,target=/root/.npm,sharing=locked \
  npm ci --omit=dev --include=optional -w apps/bff -w apps/upstream -w apps/doctor --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
# The only writable place besides /tmp; the root filesystem may be read-only.
RUN install -d -o node -g node -m 0700 /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080
# What changes least comes first.
COPY --from=packages /app ./
COPY --from=web /app/sbom.cdx.json ./
COPY packages packages
COPY ops/compose ops/compose
COPY apps/doctor apps/doctor
COPY apps/upstream apps/upstream
COPY apps/bff apps/bff
COPY --from=web /app/apps/web/dist apps/web/dist
USER node
EXPOSE 8080
# Every 2 s until the first success. The upstream uses another port: docker-compose.yml overrides the check. A container that
# is to be started again when it fails needs an init process (`docker run --init`).
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
