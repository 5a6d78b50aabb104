import { z } from 'zod'
import { operation } from '../../operation.ts'
import type { Operation } from '../../operation.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'
import { ucpDrafts, ucpVersion, ucpVersions } from '../../schema/storefront/ucp.ts'

const bindings = z.array(
  z.object({ version: z.string(), transport: z.string(), endpoint: z.string(), spec: z.string(), schema: z.string() }),
)
const keys = z.array(z.record(z.string(), z.unknown()))

const version = z
  .enum(ucpVersions)
  .default(ucpVersion)
  .describe(`Version of the protocol. ${ucpDrafts.join(', ')} is a draft, which may change.`)

const profile = {
  output: z.object({
    ucp: z.object({
      version: z.string(),
      services: z.record(z.string(), bindings),
      capabilities: z.record(
        z.string(),
        z.array(z.object({ version: z.string(), spec: z.string(), schema: z.string() })),
      ),
      payment_handlers: z.record(z.string(), z.unknown()),
    }),
    version_status: z.literal('draft').optional().describe('Present for a draft of the protocol.'),
    signing_keys: keys.optional().describe('The public keys, where 2026-04-08 expects them.'),
    keys,
  }),
  complete: (answer, { quotes }) => {
    const published = quotes?.publicKeys ?? []
    const { version: shown } = answer.ucp as { version: string }
    if (ucpDrafts.includes(shown)) return { ...answer, version_status: 'draft', keys: published }
    return { ...answer, signing_keys: published, keys: published }
  },
} satisfies Pick<Operation, 'output' | 'complete'>

/** Universal Commerce Protocol, business profile. */
export const ucp = operation({
  name: 'storefront.ucp',
  method: 'get',
  path: `${storefrontRoot}/.well-known/ucp`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the UCP profile',
  description:
    'Returns the profile of the Universal Commerce Protocol: catalog and checkout sessions over REST and MCP, without a ' +
    'payment handler. Checkout sessions exist in 2026-04-08 only. A merchant can publish it unchanged at /.well-known/ucp of the own domain; with `?download=true` a ' +
    'browser saves it as a file.',
  input: z.object({ brand_id: shopId, version }),
  ...profile,
})

/** The same profile at the address where platforms look for it first (Universal Commerce Protocol, Discovery). */
export const hostUcp = operation({
  name: 'storefront.host_ucp',
  method: 'get',
  path: '/.well-known/ucp',
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'all',
  summary: 'Get the UCP profile of the host',
  description:
    'Returns the profile of the only published storefront of the installation. 404 if it has none or several: each ' +
    `storefront then has its profile at ${storefrontRoot}/.well-known/ucp.`,
  input: z.object({ version }),
  ...profile,
})
