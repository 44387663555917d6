# syntax=docker/dockerfile:1
# One recipe for every image: docker build --build-arg SERVICE=gateway -t assay/gateway .
# An auditor's image needs its labels as well: see docs/deployment.md.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY sdk/package.json sdk/
COPY client/package.json client/
COPY console/package.json console/
# Without the scripts of this package, which build the console: its source comes with the next step.
RUN npm ci --no-audit --no-fund --ignore-scripts
COPY . .
ARG SERVICE
RUN test -n "${SERVICE}" || { echo "name a service: --build-arg SERVICE=gateway" >&2; exit 1; }
RUN npm run build -- "${SERVICE}" \
  && mv "dist/images/${SERVICE}" /app \
  && chmod -R a+rX,a-w /app

FROM node:${NODE_VERSION}-slim
ARG SERVICE
LABEL org.opencontainers.image.title="assay/${SERVICE}" \
      org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production ASSAY_DATA_DIR=/data
RUN install -d -o 1000 -g 1000 -m 0700 /data
COPY --from=build /app /app
# Nothing outside of /data is ever written: run it with a read-only root.
VOLUME /data
WORKDIR /data
USER 1000:1000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["node", "/app/health.mjs"]
# The young generation of `npm start`: what an exchange holds dies in it.
ENTRYPOINT ["node", "--max-semi-space-size=32", "/app/main.mjs"]
