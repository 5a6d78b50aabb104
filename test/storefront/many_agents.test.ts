import { afterAll, expect, test } from 'vitest'
import { useShops } from '../support/shops.ts'
import { directoryOf, signedForBots, signingKey, startDirectories } from '../support/signing_agents.ts'

const directories = await startDirectories()
const shops = useShops({ agents: directories.options })
afterAll(() => directories.stop())

test(
  'key directories of a thousand agents take the places of those that were not used for longest',
  { timeout: 120_000 },
  async () => {
    const key = signingKey()
    const { brandId } = await shops.open([{ id: 'tent', title: 'Red tent' }])
    const hosts = Array.from({ length: 1000 }, (_, index) => `agent${index}`)
    for (const host of hosts) directories.responses.set(`${host}.agents.example`, directoryOf([key.jwk]))
    const look = async (host: string) => {
      const { headers } = await shops.look(brandId, '/products', signedForBots(directories.name(host), key))
      expect(headers['x-osp-agent']).toBe(`verified;agent="${directories.name(host)}"`)
    }
    for (let index = 0; index < hosts.length; index += 5) await Promise.all(hosts.slice(index, index + 5).map(look))
    expect(directories.fetched).toHaveLength(1000)
    // 500 are kept: the newer half is not fetched again, and the older half is gone.
    await look('agent999')
    // This is the first of them, and the one that was used last.
    await look('agent500')
    expect(directories.fetched).toHaveLength(1000)
    await look('agent0')
    await look('agent400')
    await look('agent500')
    expect(directories.fetched).toHaveLength(1002)
  },
)
