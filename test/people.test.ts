import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConsoleScene } from './support/console.ts'
import { Browser } from './support/browser.ts'
import { createAccount, createBrand, createTenant, issueKey } from './support/factories.ts'
import { commandLine } from './support/vitrine.ts'

let scene: ConsoleScene
const { vitrine, json } = commandLine(() => scene.database)

beforeAll(async () => {
  scene = await ConsoleScene.start()
})
afterAll(() => scene.stop())

const address = () => `${randomUUID()}@people.example`
const secret = 'correct horse battery'

/** Signs in and returns the browser with its first page: the console, or sign-in when it was rejected. */
async function signIn(person: { email: string; password: string }) {
  const browser = new Browser(scene.api.url)
  const page = await scene.signIn(browser, { id: '', ...person }, '/console')
  return { browser, page }
}

const isIn = async (person: { email: string; password: string }) =>
  (await signIn(person)).page.url.pathname.startsWith('/console')

async function refusal(args: string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await vitrine(args, {}, input)
  expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 2])
  return stderr
}

describe('vitrine people create', () => {
  test('creates a person with the given role and prints the password once', async () => {
    const { brandId } = await createTenant(scene.database.sql, { name: 'Harbour' })
    const email = address()
    const args = ['people', 'create', email.toUpperCase(), '--name', 'Ada', '--brand', brandId, '--role', 'analyst']
    const { stdout } = await vitrine(args)
    const [, password] = /^Password: (\S{20})$/m.exec(stdout) as unknown as [string, string]
    const { browser } = await signIn({ email, password })
    expect((await browser.open('/console')).html).toContain('Harbour')
    const everything = (await vitrine(['people', 'list', '--json'])).stdout
    expect(JSON.parse(everything)).toContainEqual(
      expect.objectContaining({ email, name: 'Ada', brand_id: brandId, role: 'analyst' }),
    )
    expect(everything).not.toMatch(new RegExp(`${password}|\\$2`))
  })

  test('reads the password from standard input and never prints it', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const email = address()
    const args = ['people', 'create', email, '--name', 'Ada', '--brand', brandId, '--role', 'viewer']
    const made = await vitrine([...args, '--ask-password', '--json'], {}, `${secret}\nmore\n`)
    expect([made.code, made.stdout.includes(secret), made.stdout.includes('password')]).toEqual([0, false, false])
    expect(await isIn({ email, password: secret })).toBe(true)
    expect((await vitrine([...args, '--password', secret])).stderr).toContain("unknown option '--password'")
  })

  test.each([
    ['ada', secret, '`email` must be an e-mail address such as ada@example.com, not ada.'],
    ['a b@people.example', secret, '`email` must be an e-mail address'],
    ['short@people.example', 'elevenchars', '`password` must have at least 12 characters'],
    ['long@people.example', 'ä'.repeat(37), '`password` must have at least 12 characters and at most 72 bytes.'],
    ['none@people.example', '', 'Standard input has no password.'],
  ])('rejects %s with %j', async (email, password, message) => {
    const { brandId } = await createTenant(scene.database.sql)
    const args = ['people', 'create', email, '--name', 'X', '--brand', brandId, '--role', 'viewer', '--ask-password']
    expect(await refusal(args, password)).toContain(message)
  })

  test('creates no person for an unknown brand or an existing address', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const email = address()
    const create = (brand: string) => ['people', 'create', email, '--name', 'X', '--role', 'owner', '--brand', brand]
    expect(await refusal([...create(brandId), 'nowhere'])).toContain('There is no brand')
    await json(...create(brandId))
    expect(await refusal(create(brandId))).toContain(`A person signs in as ${email} already.`)
  })
})

describe('vitrine people password', () => {
  test('ends every session and replaces the password', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const { person, browser } = await scene.member(brandId, 'owner')
    const { password } = await json<{ password: string }>('people', 'password', person.email)
    expect((await browser.open('/console')).url.pathname).toBe('/oauth/sign-in')
    expect([await isIn(person), await isIn({ ...person, password })]).toEqual([false, true])
    expect(await refusal(['people', 'password', person.email, '--ask-password'], 'short\n')).toContain(
      '`password` must have at least 12',
    )
    expect(await isIn({ ...person, password })).toBe(true)
  })

  test('reports an unknown person', async () => {
    expect(await refusal(['people', 'password', 'unknown@people.example'])).toContain(
      'No person signs in as unknown@people.example.',
    )
  })
})

describe('vitrine people add and remove', () => {
  test('change access to one brand from the next request', async () => {
    const { accountId, brandId } = await createTenant(scene.database.sql)
    const second = await createBrand(scene.database.sql, accountId)
    const { person, browser } = await scene.member(brandId, 'owner')
    const seen = async () =>
      await Promise.all([brandId, second].map(async (id) => (await browser.open(`/console/brands/${id}`)).status))
    expect(await seen()).toEqual([200, 404])
    await json('people', 'add', person.id, '--brand', second, '--role', 'viewer')
    expect(await seen()).toEqual([200, 200])
    await json('people', 'remove', person.email, '--brand', second)
    expect(await seen()).toEqual([200, 404])
    await scene.person({ [brandId]: 'owner' })
    expect(await json('people', 'remove', person.email)).toMatchObject({ brand_ids: [brandId] })
    expect(await seen()).toEqual([404, 404])
    expect((await browser.open('/console')).html).toContain('Ask an owner of a brand to invite')
    expect(await refusal(['people', 'remove', person.email])).toContain('`person` is not a member of any brand.')
  })

  test('keep the last owner of a brand, also when several brands are removed', async () => {
    const { accountId, brandId } = await createTenant(scene.database.sql)
    const second = await createBrand(scene.database.sql, accountId)
    const { email, id } = await scene.person({ [brandId]: 'owner', [second]: 'viewer' })
    await scene.person({ [brandId]: 'admin', [second]: 'owner' })
    const message = `\`person\` is the only owner of ${brandId}.`
    expect(await refusal(['people', 'remove', email])).toContain(message)
    expect(await refusal(['people', 'add', email, '--brand', brandId, '--role', 'admin'])).toContain(message)
    const roles = await scene.database.sql`select role from core.memberships where person_id = ${id} order by role`
    expect(roles.map(({ role }) => role as string)).toEqual(['owner', 'viewer'])
  })

  test('keep one of two owners that are removed concurrently', async () => {
    const { brandId } = await createTenant(scene.database.sql)
    const owners = [await scene.person({ [brandId]: 'owner' }), await scene.person({ [brandId]: 'owner' })]
    const { sql } = scene.database
    const outcomes = await Promise.allSettled(
      owners.map(({ id }) =>
        sql.begin(async (transaction) => {
          await transaction`select core.remove_member(${id}, ${brandId}), pg_sleep(0.2)`
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('vitrine brands create for a second brand of an account', () => {
  /** The command of the import guide, for the account acc_demo. */
  const command = /vitrine -- (brands create .+)/.exec(
    readFileSync(join(import.meta.dirname, '..', 'functions', 'docs', 'guides', 'import_data.md'), 'utf8'),
  )?.[1] as string

  test('adds the owners of every brand, and gives other members no access', async () => {
    const { sql } = scene.database
    await sql`select core.create_account('Demo', 'GROWTH', 'acc_demo')`
    const [first, second] = [await createBrand(sql, 'acc_demo'), await createBrand(sql, 'acc_demo')]
    const { keyId } = await issueKey(sql, 'acc_demo')
    const owner = await scene.signedIn(await scene.person({ [first]: 'owner', [second]: 'owner' }))
    const others = [
      await scene.signedIn(await scene.person({ [first]: 'owner' })),
      await scene.signedIn(await scene.person({ [first]: 'owner', [second]: 'admin' })),
    ]
    const { brand_id: harbour } = await json<{ brand_id: string }>(...command.replaceAll('"', '').split(' '))

    for (const brandId of [first, second, harbour]) {
      const page = await owner.browser.open(`/console/brands/${brandId}/keys`)
      expect([page.status, page.html.includes(`/keys/${keyId}/revoke"`)]).toEqual([200, true])
    }
    for (const { browser } of others) {
      expect((await browser.open(`/console/brands/${harbour}`)).status).toBe(404)
      expect((await browser.open(`/console/brands/${first}/keys`)).html).not.toContain(keyId)
    }
  })

  test('adds no owner when no person owns every active brand', async () => {
    const { sql } = scene.database
    const accountId = await createAccount(sql)
    const [past, present] = [await createBrand(sql, accountId), await createBrand(sql, accountId)]
    const owner = await scene.person({ [present]: 'owner' })
    await scene.person({ [past]: 'owner' })
    const members = async (brandId: string) => {
      const rows = await sql`select person_id, role from core.memberships where brand_id = ${brandId}`
      return rows.map(({ person_id, role }) => [person_id as string, role as string])
    }
    expect(await members(await createBrand(sql, accountId))).toEqual([])
    const next = await createBrand(sql, await createAccount(sql))
    expect(await members(next)).toEqual([])
    await sql`update core.brands set status = 'archived' where account_id = ${accountId} and brand_id <> ${present}`
    expect(await members(await createBrand(sql, accountId))).toEqual([[owner.id, 'owner']])
  })
})
