# One image for both servers: it runs the BFF by default, and the reference upstream with `node apps/upstream/src/main.ts`.
# The servers run from TypeScript sources on the image's own Node 24; only web is built.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# Package files first: while they do not change, Docker takes the install from its cache.
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
# The servers' packages, 120 MB. Web's packages are bundled into its build. The pinned Node is an optional package of the
# root, which is not installed here. Sharp's native library is optional too, and needed. Certificate PDFs use two of the
# font's five weights.
RUN npm ci --omit=dev --include=optional -w apps/bff -w apps/upstream -w apps/doctor --no-audit --no-fund && npm cache clean --force \
  && cd node_modules/@embedpdf/fonts-sc/fonts && rm NotoSansHans-Light.otf NotoSansHans-DemiLight.otf NotoSansHans-Medium.otf
COPY packages/contract packages/contract
COPY packages/server packages/server
COPY apps/bff apps/bff
COPY apps/upstream apps/upstream
COPY apps/doctor apps/doctor
COPY --from=build /app/apps/web/dist apps/web/dist

# The only writable place besides /tmp; the root filesystem may be read-only.
RUN install -d -o node -g node -m 0700 /data
ENV DATA_DIR=/data HOST=0.0.0.0 PORT=8080
VOLUME /data
USER node
EXPOSE 8080
# The upstream uses another port: override this check when running it (see docker-compose.yml).
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/bff/src/main.ts"]
