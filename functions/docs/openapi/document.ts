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
import { authorisationPaths } from './authorisation_paths.ts'
import { components, tags } from './components.ts'
import { describeOperation } from './describe_operation.ts'
import { discoveryPaths } from './discovery_paths.ts'

/** Every operation of every door. */
export const operations: readonly Operation[] = [
  ...analyticsOperations,
  ...storefrontOperations,
  ...commerceOperations,
  health,
  stream,
  ...webhookOperations,
  ...tools.map(mirrorOperation),
]

const about = `Read-only analytics of advertising, a shop window where agents come to terms, and a connector for assistants.

Send a key as \`Authorization: Bearer ...\`. Test keys read a simulated brand, the same bytes for everybody; every example here was asked
by a test. Guides are at [/docs](/docs).`

/** The OpenAPI 3.1 document of everything that is served. */
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
      summary: 'Advertising analytics, read-only, for teams and their agents.',
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${baseUrl}/docs`, description: 'Guides' },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags,
    paths: { ...paths, ...authorisationPaths(baseUrl), ...discoveryPaths() },
    webhooks: webhooks(),
    components: components(),
  }
  return JSON.parse(JSON.stringify(document).replaceAll(exampleBaseUrl, baseUrl)) as typeof document
}

/** What is posted to endpoints: every type of event with its schema. */
function webhooks() {
  const types = Object.keys(eventData) as EventType[]
  return Object.fromEntries(types.map((type) => [type, { post: describeEvent(type) }]))
}

function describeEvent(type: EventType) {
  const { $schema: _, ...schema } = eventSchema(type)
  return {
    operationId: `event_${type.replace('.', '_')}`,
    tags: ['webhooks'],
    summary: type,
    description: 'Signed by Standard Webhooks: webhook-id, webhook-timestamp and webhook-signature.',
    security: [{}],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { '200': { description: 'Any 2xx within 15 s; everything else is tried again.' } },
  }
}
