import { defineConfig } from 'vitest/config'
import { isLostConnection } from './shared/db/lost_connections.ts'
import { testFiles } from './test/projects.ts'
import { hasPgbouncer, withoutPgbouncer } from './test/support/pgbouncer.ts'

// One test of each topic once more through a transaction pooler. `npm run test:pooled` runs all tests over HTTP so.
const pooled = [
  'test/analytics/{brands,forecasts,query}.test.ts',
  'test/commerce/{create_transaction,idempotency,tenants}.test.ts',
  'test/connector/tenants.test.ts',
  'test/core/credentials.test.ts',
  'test/events/stream.test.ts',
  'test/mcp/{oauth,protocol,tools}.test.ts',
  'test/judges/oauth/oauth4webapi.test.ts',
  'test/oauth/{connections,gate,register}.test.ts',
  'test/storefront/{products,search,tenants}.test.ts',
  'test/webhooks/{deliveries,endpoints}.test.ts',
]
if (!hasPgbouncer) console.log(withoutPgbouncer)

// Files of `unit` and `api` share the modules of a worker, so they leave no state in them.
const { unit, api, smoke, process } = testFiles()
// Node loads the files as they are: nothing needs to be transformed.
const defaults = {
  // Most tests take less than a second. Some take ten, and a busy machine is several times slower.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
  experimental: { viteModuleRunner: false },
}
const database = { globalSetup: ['test/support/global_setup.ts'], ...defaults }

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing_line.ts'],
    maxWorkers: 2,
    // The driver's query of types rejects a promise without a handler if its connection is cut. The processes of the
    // product outlive this (`outliveLostConnections`), and so do tests that cut connections in their own process.
    onUnhandledError: (error) =>
      !(isLostConnection(error) && 'query' in error && /pg_catalog\.pg_type/.test(String(error.query))),
    projects: [
      { test: { name: 'unit', include: unit, isolate: false, ...defaults } },
      { test: { name: 'api', include: api, isolate: false, ...database } },
      { test: { name: 'smoke', include: smoke, ...database } },
      // These start programs, several at once on a busy machine.
      { test: { name: 'process', include: process, ...database, testTimeout: 120_000, hookTimeout: 240_000 } },
      {
        test: {
          name: 'pooled',
          include: hasPgbouncer ? pooled : [],
          ...database,
          globalSetup: ['test/support/pooled_setup.ts'],
        },
      },
    ],
  },
})
