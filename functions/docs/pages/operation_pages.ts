import type { Section } from './page.ts'
import type { openApiDocument } from '../openapi/document.ts'
import { fieldTable } from './schema_fields.ts'
import type { Schema } from './schema_fields.ts'

type Document = Pick<ReturnType<typeof openApiDocument>, 'paths' | 'tags' | 'servers'>
type Content = Record<string, { schema: Schema; example?: unknown }>

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Described {
  method: string
  path: string
  operationId: string
  'x-operation'?: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  /** The scope that a credential needs. */
  'x-scope'?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}

/** What to send for each security scheme. */
const credentials: Record<string, string> = {
  key: '`svc_sk_` key',
  storefront_key: '`pk_` or `sk_` key, or none (10 requests per minute)',
  commerce_key: '`sk_` key',
  storefront_key_in_query: 'or the same key as query parameter `api_key`',
  connector: '`sk_` key or access token',
  secret_key: '`sk_live_` key',
  stream_key: '`svc_ak_` key',
  session: 'session of a signed-in person',
}

/** A page for each operation, by topic. */
export function operationPages(document: Document): Section[] {
  const base = document.servers[0]?.url ?? ''
  const all = describedOperations(document)
  return document.tags.map(({ name }) => ({
    title: name,
    pages: all
      .filter(({ tags }) => tags[0] === name)
      .map((operation) => ({
        path: `operations/${operation.operationId}`,
        title: operation.summary,
        about: `${operation.method.toUpperCase()} ${operation.path}`,
        markdown: operationMarkdown(operation, base),
      })),
  }))
}

function describedOperations({ paths }: Document): Described[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...(operation as object) }) as Described),
  )
}

function operationMarkdown(operation: Described, base: string): string {
  const { method, path, summary, description, parameters = [], requestBody, responses } = operation
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['', {}]
  const [type, answer] = Object.entries(success.content ?? {})[0] ?? ['', undefined]
  const body = Object.values(requestBody?.content ?? {})[0]
  const sent = operation.security.flatMap((each) => Object.keys(each)).map((name) => credentials[name])
  const scope = operation['x-scope']
  return [
    `# ${summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    `**Credential:** ${sent.join(', ') || 'none'}${scope ? ` with the scope \`${scope}\`` : ''}. [Try it](${explorerAddress(operation)})`,
    ...(operation['x-operation'] ? [`**SQL function and source files:** \`${operation['x-operation']}\``] : []),
    ...(parameters.length > 0 ? ['## Parameters', parameterTable(parameters)] : []),
    ...(body ? ['## Body', fieldTable(body.schema)] : []),
    '## Example',
    fence('text', curl(operation, base)),
    ...(answer?.example === undefined ? [] : [fence('json', show(answer.example)), shortened(answer.example)]),
    ...(answer && type === 'application/json' ? [`## Response (${status})`, fieldTable(answer.schema)] : []),
    '## Errors',
    Object.entries(responses)
      .filter(([code]) => !code.startsWith('2'))
      .map(([code, response]) => `- \`${code}\` ${response.description ?? errors[code]}`)
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const errors: Record<string, string> = {
  '400': 'A parameter is not valid. The message names it.',
  '401': 'The credential is missing, malformed, unknown, expired or revoked.',
  '403': 'The credential has no access to the brand, or lacks the scope.',
  '404': 'The resource does not exist.',
  '405': 'The current status of the session does not allow the action.',
  '406': 'The version in Accept is not supported.',
  '408': 'The body took longer than 10 s.',
  '409': 'Nothing has been ingested yet, or the current status does not allow the action.',
  '410': 'The resource has expired, or is older than the retention period.',
  '413': 'The body is larger than 64 KB.',
  '422': 'The idempotency key was used for another request.',
  '424': 'The profile of the platform cannot be fetched.',
  '429': 'The rate limit of this minute is reached. Wait as long as `Retry-After` says.',
  '500': 'Internal error. Quote the `request_id`.',
  '503': 'The service is temporarily unavailable. Wait as long as `Retry-After` says.',
}

/** Link to the operation in the interactive reference, in the format of openapi-explorer. */
export function explorerAddress({ method, path }: Pick<Described, 'method' | 'path'>): string {
  return `/docs/reference#?route=${method}-${path.replaceAll(/[\s#:?&={}-]+/g, '-')}`
}

function parameterTable(parameters: Parameter[]): string {
  const properties = Object.fromEntries(
    parameters.map(({ name, description, schema }) => [name, { ...schema, ...(description ? { description } : {}) }]),
  )
  return fieldTable({
    type: 'object',
    properties,
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  })
}

function curl({ method, path, parameters = [], requestBody, security }: Described, base: string): string {
  const given = new Map(
    parameters.filter(({ example }) => example !== undefined).map(({ name, example }) => [name, example]),
  )
  const filled = path.replace(/\{(\w+)\}/g, (whole, name: string) => String(given.get(name) ?? whole))
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && given.has(parameter.name))
    .map(
      ({ name }) =>
        `${name}=${encodeURIComponent(String(given.get(name)))
          .replaceAll('%2C', ',')
          .replaceAll('%20', '+')}`,
    )
  const [type, body] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const takesKey = security.some((each) => Object.keys(each).some((name) => name !== 'session'))
  return [
    `curl${method === 'get' || (body && method === 'post') ? '' : ` -X ${method.toUpperCase()}`}`,
    takesKey ? `-H "Authorization: Bearer $KEY"` : '',
    ...parameters
      .filter(({ in: place, required }) => place === 'header' && required)
      .map(({ name, example }) => `-H '${name}: ${example ?? 'example-1'}'`),
    body && type === 'application/json' ? `-d '${JSON.stringify(body.example)}'` : '',
    body && type !== 'application/json'
      ? Object.entries(body.example as object)
          .map(([name, value]) => `-d '${name}=${value}'`)
          .join(' ')
      : '',
    `'${base}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}'`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function show(example: unknown): string {
  return typeof example === 'string' ? example.trimEnd() : JSON.stringify(example, null, 2)
}

function shortened(example: unknown): string {
  return typeof example === 'object' ? '_Lists in this example are cut after two entries._' : ''
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
