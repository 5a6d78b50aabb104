/** `npm run test:pooled`: every test that asks over HTTP, with a transaction pooler between the doors and the database. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { hasPgbouncer, withoutPgbouncer } from './support/pgbouncer.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** What brings a server up, by itself or as part of a scene. */
const servers = globSync('test/support/*.ts', { cwd: root })
  .filter((file) => textOf(file).includes('startApi('))
  .map((file) => file.replace('test/', ''))

/** A cluster or a process of a test's own has no pooler before it: test/hosting/pooler.test.ts starts processes that have. */
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
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
