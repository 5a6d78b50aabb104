import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

/**
 * Returns the message of a zod issue in plain words, for schemas without a message of their own. Messages of zod are
 * never sent to clients.
 */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'is required.'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected as string] ?? issue.expected}.`
    case 'invalid_value':
      return `must be one of ${(issue.values as unknown[]).join(', ')}.`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty.'
      return `must ${bounded(issue.origin as string)} at least ${Number(issue.minimum)}${unit(issue)}.`
    case 'too_big':
      return `must ${bounded(issue.origin as string)} at most ${Number(issue.maximum)}${unit(issue)}.`
    case 'invalid_format':
      return `must be a valid ${String(issue.format)}.`
    case 'not_multiple_of':
      return `must be a multiple of ${Number(issue.divisor)}.`
    case 'unrecognized_keys':
      return `contains ${issue.keys.length === 1 ? 'the unknown name' : 'the unknown names'} ${issue.keys.join(', ')}.`
    case 'invalid_key':
      return 'has an invalid name.'
    default:
      return 'does not match any documented form. See /openapi.json.'
  }
}

function bounded(origin: string): string {
  return ['string', 'array', 'set', 'map', 'file'].includes(origin) ? 'have' : 'be'
}

function unit({ origin, minimum, maximum }: z.core.$ZodRawIssue): string {
  const count = Number(minimum ?? maximum)
  if (origin === 'string') return count === 1 ? ' character' : ' characters'
  if (bounded(origin as string) === 'have') return count === 1 ? ' entry' : ' entries'
  return ''
}
