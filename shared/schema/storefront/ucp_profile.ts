import { z } from 'zod'
import type { Operation } from '../../operation.ts'
import { ucpDrafts, ucpVersion, ucpVersions } from './ucp.ts'

const bindings = z.array(
  z.object({ version: z.string(), transport: z.string(), endpoint: z.string(), spec: z.string(), schema: z.string() }),
)
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
            spec: z.string(),
            schema: z.string(),
            extends: z.string().optional().describe('The capability that an extension extends.'),
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
    const { version: shown } = answer.ucp as { version: string }
    if (ucpDrafts.includes(shown)) return { ...answer, version_status: 'draft', keys: published }
    return { ...answer, signing_keys: published, keys: published }
  },
} satisfies Pick<Operation, 'output' | 'complete'>
