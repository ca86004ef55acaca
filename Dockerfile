# Crosswalk for a PostgreSQL elsewhere: it needs DATABASE_URL and SECRET_KEY. docker-compose.yml gives both.
# The platform packages among the optional dependencies (an embedded PostgreSQL, a Node from npm) stay out of the final
# image: the database is external and the base image is the Node. Of the dashboard it has the built pages and none of the packages.

# By digest where it has to be the same image each time: docs/operating.md.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS server
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
# Without scripts, because `prepare` builds and the sources are not here yet. With optional dependencies, because the
# compiler's native part is one.
RUN npm ci --omit=dev --workspaces=false --ignore-scripts
COPY schema/migrations ./schema/migrations
COPY src ./src
RUN rm -r src/dashboard && node src/build/main.ts

FROM ${NODE_IMAGE} AS dashboard
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY src/dashboard/package.json ./src/dashboard/
RUN npm ci --workspace=src/dashboard --ignore-scripts
COPY schema/schema.graphql ./schema/
COPY src/messages ./src/messages
COPY src/dashboard ./src/dashboard
RUN node src/dashboard/build.ts

FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000 \
    DATA_DIR=/data
# A named volume that is mounted here takes over owner and mode.
RUN install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules ./node_modules
COPY --from=server /app/dist ./dist
COPY --from=dashboard /app/dist/dashboard ./dist/dashboard
# Data that compiled code reads from the sources.
COPY src/content ./src/content
COPY src/connectors/demo/snapshot ./src/connectors/demo/snapshot
COPY src/http/openapi/examples.json ./src/http/openapi/examples.json
COPY schema/audit ./schema/audit
USER node
EXPOSE 4000
# Web and worker both answer it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it gets the stop signal.
CMD ["node", "--enable-source-maps", "dist/src/main.js"]
