import { defineConfig } from 'vitest/config'

// What reads the sources only needs no database: `npm run check` runs it in seconds.
const sources = ['test/rules/source.test.ts']

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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
