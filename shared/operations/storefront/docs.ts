import { isBeforeJson } from '../../http/accept.ts'
import { z } from 'zod'
import { operation } from '../../operation.ts'
import { storefrontDocsPage, storefrontDocsPolicy } from '../../storefront/docs_page.ts'
import { shopId, storefrontRoot } from '../../schema/storefront/product_card.ts'

const endpoint = z.object({
  method: z.string(),
  path: z.string(),
  description: z.string(),
  content_type: z.string(),
  authentication: z.string(),
  version_negotiation: z.string(),
  request_schema: z.record(z.string(), z.unknown()),
  response_shape: z.record(z.string(), z.unknown()),
})

/** Specification, Documentation document. */
export const docs = operation({
  name: 'storefront.docs',
  method: 'get',
  path: `${storefrontRoot}/docs`,
  scope: 'read:commerce',
  isPublic: true,
  ignoresUnknown: 'tracking',
  summary: 'Get storefront documentation',
  description:
    'Returns every endpoint of the storefront with its request schema and response shape. The Accept header selects ' +
    'HTML or JSON.',
  input: z.object({ brand_id: shopId }),
  output: z.object({
    protocol: z.string(),
    version: z.string(),
    supported_versions: z.array(z.string()),
    description: z.string(),
    base_url: z.string(),
    endpoints: z.record(z.string(), endpoint),
  }),
  otherContentTypes: ['text/html'],
  complete: async (answer, { describeEndpoints }) => ({ ...answer, endpoints: (await describeEndpoints?.()) ?? {} }),
  render: (answer, { accept }) =>
    isBeforeJson(accept, 'text/html')
      ? { contentType: 'text/html; charset=utf-8', body: storefrontDocsPage(answer), policy: storefrontDocsPolicy() }
      : null,
})
