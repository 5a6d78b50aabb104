/** Writes client/schema.d.ts from the OpenAPI document: `node cli/generate/client.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypescript, { astToString } from 'openapi-typescript'
import type { OpenAPI3 } from 'openapi-typescript'
import { openApiDocument } from '../../functions/docs/openapi/document.ts'

export const clientFolder = join(import.meta.dirname, '..', '..', 'client')

/** Returns the TypeScript types of all operations and events. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument('https://vitrine.example')
  // Examples are for the documentation pages. The client requests JSON, so responses have no CSV variant.
  const lean = JSON.stringify(document, (name, value: unknown) =>
    name === 'example' ? undefined : name === 'content' ? withoutCsv(value as Record<string, unknown>) : value,
  )
  const nodes = await openapiTypescript(JSON.parse(lean) as OpenAPI3)
  return `// Written by cli/generate/client.ts from the document at /openapi.json.\n${astToString(nodes)}`
}

function withoutCsv({ 'text/csv': csv, ...others }: Record<string, unknown>): Record<string, unknown> {
  return csv === undefined || 'application/json' in others ? others : { 'text/csv': csv, ...others }
}

if (import.meta.main) writeFileSync(join(clientFolder, 'schema.d.ts'), await clientTypes())
