import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'
import { createBrand, createTenant } from '../support/factories.ts'
import { createDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { decide } from '../support/platforms/consent.ts'
import { startMeta } from '../support/platforms/meta/meta.ts'
import { connectAccount, connection, tokenKey, workerPool } from '../support/sources.ts'
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

  test.each(['acme.myshopify.com', 'https://acme.myshopify.com/', 'https://acme.myshopify.com/admin', 'Acme'])(
    'takes %s as the shop',
    async (shop) => {
      const child = spawn(process.execPath, [script, ...connect, '--shop', shop, '--json'], {
        cwd: tmpdir(),
        env: { PATH: process.env.PATH, DATABASE_URL: database.adminUrl, ...variables },
      })
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      child.kill()
      await once(child, 'close')
      const { authorization_url } = JSON.parse(line) as { authorization_url: string }
      expect(new URL(authorization_url).host).toBe('acme.myshopify.com')
    },
  )

  test('refuses a shop of another platform', async () => {
    const meta = { ...variables, META_CLIENT_ID: 'app', META_CLIENT_SECRET: 'secret' }
    const { code, stderr } = await vitrine(['sources', 'connect', 'meta', '--brand', 'corner', '--shop', 'acme'], meta)
    expect([code, stderr]).toEqual([1, '`--shop` is for shopify only.\n'])
  })

  test.each(['abc', '-1', '65536', '1e3', ''])('refuses %j as a port', async (port) => {
    const { code, stderr } = await vitrine([...connect, '--port', port], variables)
    expect([code, stderr]).toEqual([
      1,
      `error: option '--port <port>' argument '${port}' is invalid. Expected a port from 0 to 65535.\n`,
    ])
  })

  test('names the variables of a platform that is not set up', async () => {
    expect(await vitrine(['sources', 'connect', 'meta', '--brand', 'corner'], variables)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Meta Ads is not set up. Set META_CLIENT_ID and META_CLIENT_SECRET.\n',
    })
  })
})

test('vitrine sources connect lists the accounts to choose from, and the page refers to the terminal', async () => {
  const port = await freePort()
  const meta = await startMeta({ redirectUri: `http://127.0.0.1:${port}/callback`, people: ['Ada'] })
  const ids = [1, 2].map((seed) => meta.seed({ seed, from: '2026-10-01', to: '2026-10-02' }).id)
  const child = spawn(
    process.execPath,
    [script, 'sources', 'connect', 'meta', '--brand', 'corner', '--port', `${port}`],
    {
      cwd: tmpdir(),
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: database.adminUrl,
        ...meta.environment,
        META_CLIENT_ID: meta.app.id,
        META_CLIENT_SECRET: meta.app.secret,
        SOURCE_TOKEN_KEY: tokenKey,
      },
    },
  )
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  expect(await next()).toBe('Open this address:')
  const page = await fetch(await decide(await next(), { approve: true }))
  expect(await page.text()).toBe('Access was given. Continue in the terminal.\n')
  expect(await next()).toBe('2 accounts can be read:')
  const listed = [await next(), await next()]
  expect(listed.map((line) => line.split('  ')[0]).toSorted()).toEqual(ids.toSorted())
  expect(await next()).toMatch(/^Choose with: vitrine sources accounts con_[\w-]+ --brand corner --account ID$/)
  await once(child, 'close')
  await meta.stop()
})

describe('vitrine sources accounts', () => {
  async function connected() {
    const { accountId, brandId } = await createTenant(database.sql)
    const worker = workerPool(database)
    const { grant, accounts } = connection()
    await worker`
      select core.enter_brand(${brandId}),
        sources.add_connection(${brandId}, ${JSON.stringify(grant)}::text::jsonb, ${JSON.stringify(accounts)}::text::jsonb)`
    await worker.end()
    return { accountId, brandId, id: grant.connection_id }
  }
  const list = async (id: string, brand: string) =>
    await vitrine(['sources', 'accounts', id, '--brand', brand, '--json'])

  test('lists those of a connection of the account of the brand', async () => {
    const { id, brandId, accountId } = await connected()
    const { code, stdout } = await list(id, await createBrand(database.sql, accountId))
    const row = { currency: 'USD', timezone: 'UTC', manager_id: null, manager_name: null }
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      [
        { account_id: '1', name: 'One', ...row, unavailable: null },
        { account_id: '2', name: 'Two', ...row, unavailable: 'closed' },
      ],
    ])
    expect((await vitrine(['sources', 'accounts', id, '--brand', brandId])).stdout).toMatch(/Two .* Closed\n/)
  })

  test.each([
    ['is unknown', async () => 'con_typo'],
    ['is of another account', async () => (await connected()).id],
  ])('refuses a connection that %s', async (_, idOf) => {
    const { brandId } = await connected()
    expect(await list(await idOf(), brandId)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no such connection. Connect the account again.\n',
    })
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
    expect(listed.stdout).toMatch(/^id +brand +platform[^]*corner +meta +11 +Account 11/)
    const synced = await vitrine(['sources', 'sync', '--all'], variables)
    expect(synced.stdout.trimEnd().split('\n')).toEqual([
      'Account 11 (meta, corner): Meta Ads is not set up. Set META_CLIENT_ID and META_CLIENT_SECRET.',
      'Account 12 (meta, corner): The source is paused and was not read.',
    ])
    expect([synced.stderr, synced.code]).toEqual(['', 1])
    const facts = JSON.parse((await vitrine(['sources', 'sync', '--all', '--json'], variables)).stdout) as {
      sources: { id: string; missing: unknown[] }[]
    }
    expect(facts.sources.map(({ id }) => id)).toEqual([first.source_id, second.source_id])
  })

  test.each([
    [['--all', '--brand', 'corner'], "option '--all' cannot be used with option '--brand <brand>'"],
    [['--all', '--source', 'src_1'], "option '--all' cannot be used with option '--source <id>'"],
    [['--source', 'src_1', '--brand', 'corner'], "option '--source <id>' cannot be used with option '--brand <brand>'"],
    [[], 'Name the sources: --all, --brand BRAND or --source ID.'],
  ])('sync refuses %j', async (options, sentence) => {
    const { code, stdout, stderr } = await vitrine(['sources', 'sync', ...options], variables)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(sentence)])
  })
})
