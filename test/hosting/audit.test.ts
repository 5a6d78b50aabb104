import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const file = join(import.meta.dirname, '..', '..', 'cli', 'audit.ts')

function audit(env: Record<string, string>) {
  const { CI: _, AUDIT_UNAVAILABLE: __, ...rest } = process.env
  const registry = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }
  const { status, stdout } = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    env: { ...rest, ...registry, ...env },
  })
  return { status, stdout }
}

describe('npm run audit without advisories', () => {
  test('warns, and fails in CI unless AUDIT_UNAVAILABLE is allowed', () => {
    for (const [env, status] of [
      [{}, 0],
      [{ CI: 'true' }, 1],
      [{ CI: 'true', AUDIT_UNAVAILABLE: 'allowed' }, 0],
      [{ CI: 'true', AUDIT_UNAVAILABLE: 'refused' }, 1],
    ] as const) {
      const answer = audit(env)
      expect([env, answer.status]).toEqual([env, status])
      expect(answer.stdout).toMatch(/^Warning: not audited\./)
    }
  })
})
