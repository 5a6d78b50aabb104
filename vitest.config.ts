import { defineConfig } from 'vitest/config'
import { hasPgbouncer, withoutPgbouncer } from './test/support/pgbouncer.ts'

// What reads the sources only needs no database: `npm run check` runs it in seconds.
const sources = [
  'test/rules/source.test.ts',
  'test/rules/secrets.test.ts',
  'test/rules/graph.test.ts',
  'test/rules/documents.test.ts',
  'test/rules/migrations.test.ts',
]

// Every door, once more through a transaction pooler; `npm run test:pooled` takes all that they are asked.
const pooled = [
  'test/analytics/{brands,forecasts,query}.test.ts',
  'test/commerce/{create_transaction,idempotency,tenants}.test.ts',
  'test/connector/tenants.test.ts',
  'test/core/credentials.test.ts',
  'test/events/stream.test.ts',
  'test/mcp/{oauth,protocol,tools}.test.ts',
  'test/oauth/{connections,flow,gate,register}.test.ts',
  'test/storefront/{products,search,tenants}.test.ts',
  'test/webhooks/{deliveries,endpoints}.test.ts',
]
if (!hasPgbouncer) console.log(withoutPgbouncer)

const database = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing_line.ts'],
    maxWorkers: 2,
    projects: [
      { test: { name: 'source', include: sources } },
      {
        test: {
          name: 'database',
          include: ['test/**/*.test.ts'],
          exclude: sources,
          globalSetup: ['test/support/global_setup.ts'],
          ...database,
        },
      },
      {
        test: {
          name: 'pooled',
          include: hasPgbouncer ? pooled : [],
          globalSetup: ['test/support/pooled_setup.ts'],
          ...database,
        },
      },
    ],
  },
})
