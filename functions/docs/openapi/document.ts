import type { Operation } from '../../../shared/operation.ts'
import { analyticsOperations } from '../../../shared/operations/analytics.ts'
import { commerceOperations } from '../../../shared/operations/commerce.ts'
import { stream } from '../../../shared/operations/events/stream.ts'
import { storefrontOperations } from '../../../shared/operations/storefront.ts'
import { health } from '../../../shared/operations/storefront/health.ts'
import { webhookOperations } from '../../../shared/operations/webhooks.ts'
import { eventData, eventSchema } from '../../../shared/schema/event.ts'
import type { EventType } from '../../../shared/schema/event.ts'
import { tools } from '../../../shared/tools.ts'
import { mirrorOperation } from '../../../shared/tools/mirror.ts'
import { exampleBaseUrl } from '../examples/answers.ts'
import { authorizationPaths } from './authorization_paths.ts'
import { callbackPaths } from './callback_paths.ts'
import { components, tags } from './components.ts'
import { describeOperation } from './describe_operation.ts'
import { discoveryPaths } from './discovery_paths.ts'
import { operationId } from './operation_id.ts'
import { ucpPaths } from './ucp_paths.ts'

/** The operations of all functions. */
export const operations: readonly Operation[] = [
  ...analyticsOperations,
  ...storefrontOperations,
  ...commerceOperations,
  health,
  stream,
  ...webhookOperations,
  ...tools.map(mirrorOperation),
]

const about = `Read-only advertising analytics, a storefront API for shopping agents, and a connector for AI assistants.

Send a key as \`Authorization: Bearer ...\`. Test keys read a simulated brand, which is identical for all users. Every example in this
document is the response of a test. Guides are at [/docs](/docs).`

/** The OpenAPI 3.1 document of all endpoints. */
export function openApiDocument(baseUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) }
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Vitrine',
      version: '1.0.0',
      summary: 'Read-only advertising analytics for teams and AI agents.',
      description: about,
      contact: { name: 'Documentation and support', url: `${baseUrl}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${baseUrl}/docs`, description: 'Guides' },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags,
    paths: { ...paths, ...ucpPaths(), ...authorizationPaths(baseUrl), ...callbackPaths(), ...discoveryPaths() },
    webhooks: webhooks(),
    components: components(),
  }
  return JSON.parse(JSON.stringify(document).replaceAll(exampleBaseUrl, baseUrl)) as typeof document
}

/** The webhook requests: every event type with its schema. */
function webhooks() {
  const types = Object.keys(eventData) as EventType[]
  return Object.fromEntries(types.map((type) => [type, { post: describeEvent(type) }]))
}

function describeEvent(type: EventType) {
  const { $schema: _, ...schema } = eventSchema(type)
  return {
    operationId: operationId(`Receive ${type}`),
    tags: ['webhooks'],
    summary: `Receive ${type}`,
    description: 'Signed with Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature.',
    security: [{}],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '200': { description: 'Respond with 2xx within 15 s. Other responses are retried.' } },
  }
}
