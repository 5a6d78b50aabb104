import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import { useShops } from '../support/shops.ts'
import { directoryOf, signingKey, startDirectories } from '../support/signing_agents.ts'
import { judge } from './judge.ts'
import { versionOf } from './packages.ts'

const directories = await startDirectories()
const shops = useShops({ agents: directories.options })
const key = signingKey()
const agent = directories.name('judged')
let brandId: string

beforeAll(async () => {
  directories.responses.set('judged.agents.example', directoryOf([key.jwk]))
  ;({ brandId } = await shops.open([{ id: 'tent', title: 'Red tent' }]))
})
afterAll(() => directories.stop())

/** The headers that the library adds to a request for a URL, signed with a key. */
async function signed(url: string, signing = key) {
  const signer = await signerFromJWK(signing.privateKey.export({ format: 'jwk' }) as JsonWebKey)
  const message = { method: 'GET', url, headers: { 'Signature-Agent': `"https://${agent}"` } }
  const dates = { created: new Date(), expires: new Date(Date.now() + 60_000) }
  const { 'Signature-Input': input, Signature: signature } = await signatureHeaders(message, signer, dates)
  return { ...message.headers, 'Signature-Input': input, Signature: signature }
}
const named = async (headers: Record<string, string>) =>
  (await shops.look(brandId, '/search?q=tent', headers)).headers['x-osp-agent']

judge({ judge: 'web-bot-auth', version: versionOf('web-bot-auth'), checks: 'requests that the library signs' }, () => {
  test('a request for another site is not verified', async () => {
    expect(await named(await signed('http://elsewhere.example/'))).not.toMatch(/^verified/)
  })

  test('a request by a key that the directory of the agent does not have is not verified', async () => {
    expect(await named(await signed('http://vitrine.test/', signingKey()))).not.toMatch(/^verified/)
  })

  test('a request of the agent is verified and has its name', async () => {
    expect(await named(await signed('http://vitrine.test/'))).toBe(`verified;agent="${agent}"`)
  })
})
