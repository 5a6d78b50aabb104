import { addresses } from './addresses.ts'
import type { NamedOperation } from './addresses.ts'

/** The reader of a sentence. Most sentences are the same for all readers; these words differ. */
export interface Audience {
  /** Returns how this reader calls an operation, for example by an address or a command. */
  operation: (name: NamedOperation) => string
  /** Returns the name of an input for this reader. */
  field: (name: string) => string
}

const inCode = (name: string) => `\`${name}\``

/** Inputs that REST takes as headers. */
const headers: Record<string, string> = { idempotency_key: 'Idempotency-Key header' }

/** Callers of the REST API. */
export const api: Audience = { operation: (name) => addresses[name], field: (name) => headers[name] ?? inCode(name) }

/** Holders of an `sk_` key, which reads brands through the tools only. */
export const secretKeys: Audience = {
  ...api,
  operation: (name) => (name === 'analytics.brands' ? 'POST /api/mcp/brands' : addresses[name]),
}

const commands: Partial<Record<NamedOperation, string>> = { 'analytics.brands': '"vitrine brands list"' }

/** Operators at a terminal. */
export const shell: Audience = { operation: (name) => commands[name] ?? addresses[name], field: inCode }

/** The pages of the console that show what an operation of the API returns. */
const pages: Record<NamedOperation, string> = {
  'analytics.anomalies': 'The page Anomalies',
  'analytics.brands': 'The list of your brands',
  'analytics.metric_definitions': 'The documentation',
  'connector.campaigns': 'The page Overview',
  'storefront.bundles': 'The page Catalog',
  'storefront.products': 'The page Catalog',
  'webhooks.deliveries': 'The page of the endpoint',
  'webhooks.endpoints': 'The page Webhooks',
  'webhooks.event_types': 'The form',
  'webhooks.update_endpoint': 'through the API',
}

/** Labels of forms that differ from the name of the input. */
const labels: Record<string, string> = { compared_model: 'Model', q: 'Search', types: 'Event types', url: 'URL' }

/** Readers of a page, who see pages and labels of forms in place of addresses and names of parameters. */
export const page: Audience = {
  operation: (name) => pages[name],
  field: (name) => {
    const words = labels[name] ?? name.replaceAll(/[._]/g, ' ')
    return words.charAt(0).toUpperCase() + words.slice(1)
  },
}
