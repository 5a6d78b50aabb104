import type { Described, Parameter } from './described.ts'
import type { Draft } from './draft.ts'
import { faultOf } from './valid.ts'

/** The part of a request that the document forbids, which requires a 4xx response; null for a valid request. */
export function forbiddenIn({ parameters, body }: Described, draft: Draft): string | null {
  const faults = parameters.map((parameter) => parameterFault(parameter, draft))
  return faults.find((fault) => fault !== null) ?? (body ? bodyFault(body, draft) : null)
}

function parameterFault(parameter: Parameter, { query, headers, segments }: Draft): string | null {
  const { name, required } = parameter
  const given = {
    query: () => query.filter(([each]) => each === name).map(([, value]) => value.toWellFormed()),
    header: () => (headers[name] === undefined ? [] : [headers[name].trim()]),
    path: () => [decoded(segments[name] ?? '')],
  }[parameter.in]()
  if (given.length > 1) return `${name} comes twice`
  const [text] = given
  if (text === undefined) return required ? `${name} is missing` : null
  const fits = readings(text).some((reading) => faultOf(parameter.schema, reading) === null)
  return fits ? null : `${name}: ${faultOf(parameter.schema, text)}`
}

function bodyFault({ schema, type, required }: NonNullable<Described['body']>, draft: Draft): string | null {
  if (type !== 'application/json' || (draft.body === '' && !required)) return null
  const value = parsed(draft.body)
  if (value === undefined) return 'the body is no JSON'
  const fits = draft.readings.some((reading) => faultOf(schema, parsed(reading)) === null)
  return fits ? null : faultOf(schema, value)
}

/** How a lenient server may interpret a value: as text, a number, a boolean or a comma-separated list. */
export function readings(value: unknown): unknown[] {
  if (typeof value !== 'string') return [value]
  const words = value.split(',').map((word) => word.trim())
  const number = /^-?\d+(\.\d+)?$/.test(value) ? [Number(value)] : []
  const flag = value === 'true' || value === 'false' ? [value === 'true'] : []
  return [value, ...number, ...flag, words.filter((word) => word !== '')]
}

/** Undefined for invalid JSON. A byte order mark may be ignored (RFC 8259, section 8.1). */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse((text ?? '').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
