import type { ApiError } from '../../../shared/errors/api_error.ts'
import { argumentName } from '../../../shared/tools/tool.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

interface Argument {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  description?: string
  properties?: Record<string, Argument>
  items?: Argument
}

/** Returns advice for an error about arguments: each wrong argument with the values that the tool's schema allows. */
export function argumentFix(tool: Tool, error: ApiError): string {
  const properties = tool.inputSchema.properties as Record<string, Argument>
  const given = error.fields?.map(({ path }) => path) ?? [error.field ?? '']
  const wrong = [...new Set(given.map((path) => path.replace(/^\w+/, (name) => argumentName(tool, name))))]
  const allowed = wrong.flatMap((path) => {
    const found = argumentAt(properties, path)
    return found ? [`${found.path}: ${valuesOf(found.argument)}`] : []
  })
  if (allowed.length === 0) return `Send only the arguments of ${tool.name}: ${Object.keys(properties).join(', ')}.`
  return `Call ${tool.name} again with ${[...new Set(allowed)].join('; ')}.`
}

/**
 * Returns the argument at a path such as `offers[0].price`. If the schema does not define the path, it returns the object
 * that contains the unknown name, and null for an unknown argument.
 */
function argumentAt(properties: Record<string, Argument>, path: string): { path: string; argument: Argument } | null {
  const [name = '', ...rest] = path.match(/\w+/g) ?? []
  let argument = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!argument) return null
  let known = name
  for (const part of rest) {
    const isIndex = /^\d+$/.test(part)
    const next: Argument | undefined = isIndex ? argument.items : argument.properties?.[part]
    if (!next) break
    known += isIndex ? `[${part}]` : `.${part}`
    argument = next
  }
  return { path: known, argument }
}

function valuesOf(argument: Argument): string {
  const { type, enum: values, format, minimum, maximum, properties } = argument
  const description = descriptionOf(argument)
  const note = description === '' ? '' : ` (${description.replace(/\.$/, '')})`
  if (values && values.length <= 20) return `one of ${values.join(', ')}${note}`
  if (format === 'date') return `a date such as 2026-11-01${note}`
  if (properties) return `an object such as ${JSON.stringify(exampleOf(argument))}${note}`
  const kind = [type ?? 'value'].flat().join(' or ')
  const bounds = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `up to ${maximum}`]
  const example = /number|integer/.test(kind) ? `, such as ${String(exampleOf(argument))}` : ''
  return `${[kind, ...bounds].filter(Boolean).join(' ')}${example}${note}`
}

/** Returns the description of an argument. The commas of a query string are left out of that of a list. */
function descriptionOf({ type, description = '' }: Argument): string {
  if (![type].flat().includes('array')) return description
  return description
    .replace(/\bcomma-separated (\w)/gi, (_, first: string) => first)
    .replace(/,? ?\bseparated by commas\b/gi, '')
}

/** Returns a value that the schema of an argument allows. */
function exampleOf({
  type,
  enum: values,
  properties,
  items,
  minimum = 1,
  maximum = 10,
  minLength = 1,
  maxLength,
}: Argument): unknown {
  if (values) return values[0]
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleOf(each)]))
  const kind = [type].flat().find((each) => each !== 'null')
  if (kind === 'array') return items ? [exampleOf(items)] : []
  if (kind === 'boolean') return true
  if (kind === 'number' || kind === 'integer') return Math.max(minimum, Math.min(10, maximum))
  return minLength === 3 && maxLength === 3 ? 'USD' : 'text'
}
