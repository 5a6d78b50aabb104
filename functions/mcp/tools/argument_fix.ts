import type { ApiError } from '../../../shared/errors/api_error.ts'
import { argumentName } from '../../../shared/tools/tool.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

interface Argument {
  type?: string | string[]
  enum?: unknown[]
  format?: string
  minimum?: number
  maximum?: number
  description?: string
}

/** Returns advice for an error about arguments: each wrong argument with the values that the tool's schema allows. */
export function argumentFix(tool: Tool, error: ApiError): string {
  const properties = tool.inputSchema.properties as Record<string, Argument>
  const paths = error.fields?.map(({ path }) => path) ?? [error.field ?? '']
  const named = paths.map((path) => path.split('.')[0] ?? '').map((name) => argumentName(tool, name))
  const wrong = [...new Set(named)].filter((name) => name in properties)
  if (wrong.length === 0) return `Send only the arguments of ${tool.name}: ${Object.keys(properties).join(', ')}.`
  const allowed = wrong.map((name) => `${name}: ${valuesOf(properties[name] as Argument)}`)
  return `Call ${tool.name} again with ${allowed.join('; ')}.`
}

function valuesOf({ type, enum: values, format, minimum, maximum, description = '' }: Argument): string {
  const note = description === '' ? '' : ` (${description.replace(/\.$/, '')})`
  if (values && values.length <= 20) return `one of ${values.join(', ')}${note}`
  if (format === 'date') return `a date such as 2026-11-01${note}`
  const kind = [type ?? 'value'].flat().join(' or ')
  const bounds = [minimum === undefined ? '' : `from ${minimum}`, maximum === undefined ? '' : `up to ${maximum}`]
  return `${[kind, ...bounds].filter(Boolean).join(' ')}${note}`
}
