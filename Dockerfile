# The service for production, with a PostgreSQL of its own (see compose.yaml). Build: docker build -t points-service .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# A sealed build is run as it is: nothing is compiled when a container starts.
RUN npm run build -- --sealed && npm prune --omit=dev && rm -rf .next/cache

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Used only where no DATABASE_URL is set: the embedded database then lives in this volume.
RUN install -d -o node -g node /data
COPY --from=build /app ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/run.mjs", "server"]
