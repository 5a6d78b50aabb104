import { z } from 'zod'
import { operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const link = z.string().nullable()

export const manifest = operation({
  name: 'storefront.manifest',
  method: 'get',
  path: `${storefrontRoot}/.well-known/osp.json`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the discovery manifest',
  description:
    'Returns the capabilities of a storefront with versions and limits, authentication methods, keys, feeds and ' +
    'policies.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    protocol: z.object({ name: z.string(), version: z.string(), supported_versions: z.array(z.string()) }),
    osp_version: z.string(),
    brand: z.object({ id: z.string(), name: z.string(), currency: z.string() }),
    api_base_url: z.string(),
    transports: z.array(z.string()),
    auth: z.array(z.record(z.string(), z.unknown())),
    capabilities: z.record(
      z.string(),
      z.object({ versions: z.array(z.string()), endpoint: z.string(), limits: z.record(z.string(), z.number()) }),
    ),
    keys: z.array(z.record(z.string(), z.unknown())).describe('JSON Web Keys that verify signatures of this shop.'),
    feeds: z.array(z.object({ format: z.string(), url: z.string() })),
    policies: z.object({ privacy: link, terms: link, returns: link }),
  }),
  complete: (answer, { quotes }) => ({ ...answer, keys: quotes?.publicKeys ?? [] }),
})
