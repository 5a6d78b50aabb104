import type { Section } from './page.ts'
import type { openApiDocument } from './openapi/document.ts'
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
  tags: string[]
  summary: string
  description: string
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description?: string; content?: Content; $ref?: string }>
}

/** What to send, by the name of the credential. */
const credentials: Record<string, string> = {
  key: '`svc_sk_` key',
  storefront_key: '`pk_` or `sk_` key, or none (ten a minute)',
  storefront_key_in_query: 'or the same as `api_key` in the address',
  connector: '`sk_` key or access token',
  secret_key: '`sk_live_` key',
  stream_key: '`svc_ak_` key',
  session: 'the session of a signed-in person',
}

/** A page for every operation, by topic. */
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
  return [
    `# ${summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    description,
    `**Credential:** ${sent.join(', ') || 'none'}. [Try it](${explorerAddress(operation)})`,
    ...(parameters.length > 0 ? ['## Parameters', parameterTable(parameters)] : []),
    ...(body ? ['## Body', fieldTable(body.schema)] : []),
    '## Example',
    fence('text', curl(operation, base)),
    ...(answer?.example === undefined ? [] : [fence('json', show(answer.example)), shortened(answer.example)]),
    ...(answer && type === 'application/json' ? [`## Answer (${status})`, fieldTable(answer.schema)] : []),
    '## Refusals',
    Object.entries(responses)
      .filter(([code]) => !code.startsWith('2'))
      .map(([code, { description: said }]) => `- \`${code}\` ${said ?? refusals[code]}`)
      .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const refusals: Record<string, string> = {
  '400': 'a parameter failed its schema; the message names it',
  '401': 'the credential is missing, malformed, unknown, expired or revoked',
  '403': 'the credential does not reach the brand, or lacks the scope',
  '404': 'there is no such thing',
  '406': 'the version that Accept asks for is not spoken',
  '408': 'the body took longer than 10 s',
  '409': 'nothing has been ingested yet',
  '410': 'older than what is kept',
  '413': 'the body is larger than 64 KB',
  '422': 'the idempotency_key was used for something else',
  '429': 'the quota of this minute is spent; wait `Retry-After`',
  '500': 'a failure on our side; quote the `request_id`',
  '503': 'cannot answer just now; wait `Retry-After`',
}

/** Where the interactive reference shows it: its own way of making an id of a path. */
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
  return typeof example === 'object' ? '_Lists are shown to their second entry._' : ''
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
