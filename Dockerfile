# The service for production (see compose.yaml). Build: docker build -t points-service .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
# docker build --build-arg COMMIT=$(git rev-parse HEAD): told in /readyz and in points_build_info.
ARG COMMIT=""
# A sealed build is run as it is: nothing is compiled when a container starts. /image holds what it runs, and nothing else.
RUN npm run build -- --sealed && node scripts/image.mjs /image

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=:: PORT=3000 DATA_DIR=/data
# Only /data and /tmp are written to: the rest may be mounted read-only. Without a DATABASE_URL the embedded database lives in /data.
RUN install -d -o node -g node /data
COPY --from=build /image ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "bin/healthy.mjs"]
CMD ["node", "bin/run.mjs", "server"]
