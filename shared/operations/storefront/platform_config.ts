import { z } from 'zod'
import { operation } from '../../operation.ts'
import { certification } from '../../schema/storefront/certification.ts'
import { platformName, shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

export const platformConfig = operation({
  name: 'storefront.platform_config',
  method: 'get',
  path: `${storefrontRoot}/platforms/{platform}/config`,
  scope: 'read:commerce',
  isPublic: true,
  summary: 'Get platform configuration',
  description:
    'Returns the endpoints, capabilities and citation rules of a storefront for one assistant: chatgpt, claude, ' +
    'gemini, perplexity, copilot, meta_ai, grok, alexa or generic.',
  input: z.object({ brand_id: shopId, platform: platformName }),
  output: z.object({
    provider: z.string(),
    version: z.string(),
    brand: z.object({
      name: z.string(),
      website: z.string().nullable(),
      description: z.string().nullable(),
      trust_score: z.number().optional().describe('Absent when there are too few signals for a score.'),
      certification,
    }),
    api: z.object({
      base_url: z.string(),
      authentication: z.object({ type: z.string(), header: z.string(), required: z.boolean() }),
      endpoints: z.record(
        z.string(),
        z.object({
          method: z.string(),
          path: z.string(),
          params: z.array(z.string()).optional(),
          served_methods: z.array(z.string()).optional(),
        }),
      ),
    }),
    citation: z.object({
      format: z.string(),
      include_price: z.boolean(),
      include_availability: z.boolean(),
      include_trust_score: z.boolean(),
      include_certification: z.boolean(),
      source_attribution: z.string(),
      source_url: z.string(),
    }),
    capabilities: z.array(z.string()),
    _cache: z.string(),
  }),
})
