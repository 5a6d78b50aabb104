/** `npm run test:pooled`: runs every HTTP test with a transaction pooler between functions and database. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasPgbouncer, withoutPgbouncer } from './support/pgbouncer.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Support files that start a server, directly or as part of a scene. */
const servers = globSync('test/support/*.ts', { cwd: root })
  .filter((file) => textOf(file).includes('startApi('))
  .map((file) => file.replace('test/', ''))

/** Tests with their own cluster or processes bypass the pooler: test/hosting/pooler.test.ts starts processes that use it. */
const overHttp = globSync('test/*/*.test.ts', { cwd: root }).filter(
  (file) =>
    servers.some((server) => textOf(file).includes(`../${server}'`)) &&
    !/startOwnCluster|startProcess|spawn\(/.test(textOf(file)),
)
if (!hasPgbouncer) throw new Error(withoutPgbouncer)

export default defineConfig({
  root,
  test: {
    reporters: ['default', './test/support/closing_line.ts'],
    maxWorkers: 2,
    include: overHttp,
    globalSetup: ['test/support/pooled_setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
