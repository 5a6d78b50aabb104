import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { ucpDrafts, ucpVersion, ucpVersions } from './ucp.ts'

const bindings = z.array(
  z.object({ version: z.string(), transport: z.string(), endpoint: z.string(), spec: z.string(), schema: z.string() }),
)
const orders = 'dev.ucp.shopping.order'
const keys = z.array(z.record(z.string(), z.unknown()))

export const ucpProfileVersion = z
  .enum(ucpVersions)
  .default(ucpVersion)
  .describe(`Version of the protocol. ${ucpDrafts.join(', ')} is a draft, which may change.`)

/** What the operations return that serve a business profile (Universal Commerce Protocol, Discovery). */
export const ucpProfile = {
  output: z.object({
    ucp: z.object({
      version: z.string(),
      services: z.record(z.string(), bindings),
      capabilities: z.record(
        z.string(),
        z.array(
          z.object({
            version: z.string(),
            extends: z.array(z.string()).optional(),
            spec: z.string(),
            schema: z.string(),
          }),
        ),
      ),
      payment_handlers: z.record(z.string(), z.unknown()),
    }),
    version_status: z.literal('draft').optional().describe('Present for a draft of the protocol.'),
    signing_keys: keys.optional().describe('The public keys, where 2026-04-08 expects them.'),
    keys,
  }),
  complete: (answer, { quotes }) => {
    const published = quotes?.publicKeys ?? []
    const { capabilities, ...ucp } = answer.ucp as { version: string; capabilities: Record<string, unknown> }
    // Events of orders must be signed (Order, Webhook Signature Verification).
    const { [orders]: _, ...unsigned } = capabilities
    const shown = {
      ...answer,
      ucp: { ...ucp, capabilities: published.length > 0 ? capabilities : unsigned },
      keys: published,
    }
    if (ucpDrafts.includes(ucp.version)) return { ...shown, version_status: 'draft' }
    return { ...shown, signing_keys: published }
  },
} satisfies Pick<Operation, 'output' | 'complete'>
