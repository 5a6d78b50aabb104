import { openApiDocument } from '../../functions/docs/openapi/document.ts'

export type Schema = Record<string, unknown>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
  explode?: boolean
  example?: unknown
}

interface Media {
  schema: Schema
  example?: unknown
}

export interface Described {
  operationId: string
  method: string
  path: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  body: (Media & { type: string; required: boolean }) | null
  responses: Record<string, { content?: Record<string, Media> }>
}

export const document = openApiDocument('http://vitrine.test')

interface Item {
  operationId: string
  security: Described['security']
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}

/** Every operation of the document, with resolved response references. */
export const describedOperations: Described[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, item]) => {
    const { operationId, security, parameters = [], requestBody, responses } = item as Item
    const [body] = Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({
      type,
      required: requestBody?.required ?? false,
      ...media,
    }))
    const answers = Object.entries(responses).map(([status, response]) => [status, lookUp(response)])
    return {
      operationId,
      method,
      path,
      security,
      parameters,
      body: body ?? null,
      responses: Object.fromEntries(answers),
    }
  }),
)

function lookUp(response: Item['responses'][string]): Described['responses'][string] {
  const name = response.$ref?.split('/').at(-1)
  if (name === undefined) return response
  return document.components.responses[name] as Described['responses'][string]
}
