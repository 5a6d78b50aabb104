/** The subset of JSON Schema that the operations use. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  format?: string
  additionalProperties?: Schema | boolean
}

const depthMax = 3

/** Returns the fields of a schema as a Markdown table. Nested fields have dotted paths, at most three levels deep. */
export function fieldTable(schema: Schema): string {
  const rows = fields(schema, '', 1)
  if (rows.length === 0) return `${kindOf(schema) || 'Anything'}.`
  return ['| field | type | what it is |', '|---|---|---|', ...rows].join('\n')
}

function fields(schema: Schema, prefix: string, depth: number): string[] {
  const inside = insideOf(schema)
  return Object.entries(inside?.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const isRequired = inside?.required?.includes(name) ?? false
    const mark = isRequired ? '' : ' _optional_'
    const row = `| \`${path}\`${depth === 1 ? mark : ''} | ${cell(kindOf(field))} | ${cell(field.description ?? insideOf(field)?.description ?? '')} |`
    const isList = listOf(field) !== undefined
    return [row, ...(depth < depthMax ? fields(field, `${path}${isList ? '[]' : ''}.`, depth + 1) : [])]
  })
}

/**
 * Returns the schema that has the properties: the schema itself, its first variant with properties, or the entries of
 * its list.
 */
function insideOf(schema: Schema): Schema | undefined {
  const item = listOf(schema)
  if (item) return insideOf(item)
  return schema.properties ? schema : schema.anyOf?.find(({ properties }) => properties !== undefined)
}

function listOf(schema: Schema): Schema | undefined {
  return schema.items ?? schema.anyOf?.find(({ items }) => items !== undefined)?.items
}

function kindOf(schema: Schema): string {
  const standard = schema.default === undefined ? '' : `, else \`${wordsOf(schema.default)}\``
  return `${namedKind(schema)}${standard}`
}

function wordsOf(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value)
}

function namedKind(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].join(' or ')
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  const type = [schema.type ?? []].flat().join(' or ')
  const named = type === 'array' ? `list of ${kindOf(schema.items ?? {}) || 'anything'}` : (schema.format ?? type)
  return `${named}${boundsOf(schema)}`
}

function boundsOf({ minimum, maximum }: Schema): string {
  const isSaid = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < 1e12
  if (isSaid(minimum) && isSaid(maximum)) return ` ${minimum} to ${maximum}`
  return isSaid(minimum) ? ` from ${minimum}` : ''
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
