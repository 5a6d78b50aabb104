import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { connectAccount, tokenKey, workerPool } from '../support/sources.ts'
import { commandLine } from '../support/vitrine.ts'

const script = join(import.meta.dirname, '..', '..', 'cli', 'vitrine.ts')
const variables = { SOURCE_TOKEN_KEY: tokenKey, SHOPIFY_CLIENT_ID: 'app', SHOPIFY_CLIENT_SECRET: 'secret' }
let database: TestDatabase
const { vitrine, json } = commandLine(() => database)

beforeAll(async () => {
  database = await createDatabase({ isSimulated: false })
  const brand = ['--slug', 'corner', '--name', 'Corner Shop', '--currency', 'EUR', '--timezone', 'Europe/Berlin']
  await json('brands', 'create', '--new-account', 'Corner', ...brand)
})
afterAll(() => database.stop())

const connect = ['sources', 'connect', 'shopify', '--brand', 'corner', '--port', '0']

describe('vitrine sources connect shopify', () => {
  test.each([
    ['no domain', []],
    ['junk', ['--shop', 'a b']],
    ['the address of another host', ['--shop', 'https://acme.example/']],
    ['the address of a page', ['--shop', 'https://acme.myshopify.com/products']],
    ['a host that begins like a shop', ['--shop', 'acme.myshopify.com.example']],
  ])('names the form of the domain for %s', async (_, shop) => {
    expect(await vitrine([...connect, ...shop], variables)).toEqual({
      code: 1,
      stdout: '',
      stderr: '`--shop` must be the domain of a shop at Shopify, such as acme.myshopify.com.\n',
    })
  })

  test.each(['acme.myshopify.com', 'https://acme.myshopify.com/', 'Acme'])('takes %s as the shop', async (shop) => {
    const child = spawn(process.execPath, [script, ...connect, '--shop', shop, '--json'], {
      cwd: tmpdir(),
      env: { PATH: process.env.PATH, DATABASE_URL: database.adminUrl, ...variables },
    })
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    child.kill()
    await once(child, 'close')
    const { authorization_url } = JSON.parse(line) as { authorization_url: string }
    expect(new URL(authorization_url).host).toBe('acme.myshopify.com')
  })

  test('refuses a shop of another platform', async () => {
    const meta = { ...variables, META_CLIENT_ID: 'app', META_CLIENT_SECRET: 'secret' }
    const { code, stderr } = await vitrine(['sources', 'connect', 'meta', '--brand', 'corner', '--shop', 'acme'], meta)
    expect([code, stderr]).toEqual([1, '`--shop` is for shopify only.\n'])
  })
})

describe('vitrine sources list and sync', () => {
  test('name the brand of each account, in one line of sync, and write nothing else', async () => {
    const [brand] = await database.sql`select brand_id from core.brands where slug = 'corner'`
    const worker = workerPool(database)
    const [first, second] = [
      await connectAccount(worker, brand?.brand_id as string, { account: '11' }),
      await connectAccount(worker, brand?.brand_id as string, { account: '12' }),
    ]
    await worker.end()
    await database.sql`update sources.sources set status = 'paused' where source_id = ${second.source_id}`
    const listed = await vitrine(['sources', 'list'], variables)
    expect(listed.stdout).toMatch(/^id +brand +platform[^]*Corner Shop +meta +11 +Account 11/)
    const synced = await vitrine(['sources', 'sync', '--all'], variables)
    expect(synced.stdout.trimEnd().split('\n')).toEqual([
      'Account 11 (meta, Corner Shop): The operator of this installation has not set up this platform. Ask the operator to register it.',
      'Account 12 (meta, Corner Shop): The source is paused.',
    ])
    expect([synced.stderr, synced.code]).toEqual(['', 1])
    const facts = JSON.parse((await vitrine(['sources', 'sync', '--all', '--json'], variables)).stdout) as {
      sources: { id: string; missing: unknown[] }[]
    }
    expect(facts.sources.map(({ id }) => id)).toEqual([first.source_id, second.source_id])
  })
})
