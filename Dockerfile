# One image for both servers: it runs the BFF, and with `node apps/upstream/src/main.ts` the reference upstream.
# The servers run from their TypeScript sources on the image's own Node 24; only web is built.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# Package files first: as long as none of them changes, the install comes from the cache.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY apps/web/package.json apps/web/
COPY apps/bff/package.json apps/bff/
COPY apps/upstream/package.json apps/upstream/
COPY apps/doctor/package.json apps/doctor/
RUN npm ci --include=optional --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/server/package.json packages/server/
COPY apps/web/package.json apps/web/
COPY apps/bff/package.json apps/bff/
COPY apps/upstream/package.json apps/upstream/
COPY apps/doctor/package.json apps/doctor/
# What the servers run on, 120 MB. Web's packages are bundled into its build; the pinned Node is an optional package of
# the root, which is not installed here: the image brings its own. Sharp's native library is an optional one that is
# needed. Of the five weights of the certificates' font, two are drawn with.
RUN npm ci --omit=dev --include=optional -w apps/bff -w apps/upstream -w apps/doctor --no-audit --no-fund && npm cache clean --force \
  && cd node_modules/@embedpdf/fonts-sc/fonts && rm NotoSansHans-Light.otf NotoSansHans-DemiLight.otf NotoSansHans-Medium.otf
COPY packages/contract packages/contract
COPY packages/server packages/server
COPY apps/bff apps/bff
COPY apps/upstream apps/upstream
COPY apps/doctor apps/doctor
COPY --from=build /app/apps/web/dist apps/web/dist

# The one place that is written to, besides /tmp; the root filesystem may be read-only.
RUN install -d -o node -g node -m 0700 /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080
VOLUME /data
USER node
EXPOSE 8080
# The upstream answers at its own port; whoever runs it from this image says so (see docker-compose.yml).
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/bff/src/main.ts"]
