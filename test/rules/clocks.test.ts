import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Everything with limits, credentials, sign-ins, leases or retries. */
const timed = [
  'sql/oauth/**/*.sql',
  'sql/webhooks/**/*.sql',
  'sql/core/gate/*.sql',
  'sql/core/{admin,delete_brand,idempotency,rate_limit}.sql',
  'sql/console/{brands,keys}/*.sql',
  'sql/platform/people.sql',
  'cli/commands/keys.ts',
]

test('limits, credentials, sign-ins, leases and retries use the clock that VITRINE_NOW does not fix', () => {
  for (const pattern of timed) {
    const files = globSync(pattern, { cwd: root })
    expect([pattern, files.length]).not.toEqual([pattern, 0])
    expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('platform.now()'))).toEqual([])
  }
})
