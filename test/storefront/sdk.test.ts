import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const run = promisify(execFile)
const shops = useShops()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const samples = [
  ['curl', 'sample.sh', 'sh', 'curl', 'text/x-shellscript'],
  ['javascript', 'sample.mjs', process.execPath, process.execPath, 'text/javascript'],
  ['python', 'sample.py', 'python3', 'python3', 'text/x-python'],
] as const

async function isThere(command: string): Promise<boolean> {
  return await run(command, ['--version']).then(
    () => true,
    () => false,
  )
}

describe('200', () => {
  test.each(samples)(
    'returns a %s sample that runs with and without a key',
    async (language, name, runner, needed, type) => {
      const { text, headers } = await shops.get(`/api/storefront/sdk/${language}`)
      expect(headers['content-type']).toContain(type)
      expect(text).toContain('http://vitrine.test')
      if (!(await isThere(needed))) return void console.log(`Not run: ${needed} is not there.`)
      const { brandId, accountId } = await shops.open([{ id: 't', title: 'Ridge tent', price: 120, category: 'Tents' }])
      const { key } = await issueKey(shops.sql(), accountId, { prefix: 'pk_live_' })
      const path = join(folder, name)
      await writeFile(path, text)
      for (const credential of [key, '']) {
        const { stdout } = await run(runner, [path, brandId, credential, shops.api().url])
        expect(stdout).toContain('Ridge tent')
        expect(stdout).toContain('price_max')
      }
      await expect(run(runner, [path, 'brd_unknown', key, shops.api().url])).rejects.toThrow()
    },
  )

  test('counts against the rate limit of the address', async () => {
    const statuses = []
    for (let count = 0; count < 11; count++) {
      statuses.push((await shops.get('/api/storefront/sdk/curl', { 'X-Forwarded-For': '198.51.100.77' })).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('404', () => {
  test('returns 404 for another language', async () => {
    expect((await shops.get('/api/storefront/sdk/cobol')).status).toBe(404)
  })
})
