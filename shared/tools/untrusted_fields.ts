import { z } from 'zod'

/** Members of results that contain words of third parties: advertisers, merchants, shoppers and other agents. */
const untrustedNames = new Set([
  'attributes',
  'body',
  'brand',
  'call_to_action',
  'campaign_name',
  'category',
  'change',
  'channel',
  'comparison_context',
  'cons',
  'description',
  'display_name',
  'facts',
  'headline',
  'highlights',
  'message',
  'mpn',
  'name',
  'objective',
  'pros',
  'reasoning',
  'reasons',
  'sku',
  'statement',
  'summary',
  'target',
  'text',
  'title',
  'warnings',
])

/** The key of a tool result's `_meta` that lists them. */
export const untrustedFieldsKey = 'vitrine/untrusted_fields'

/**
 * Returns the paths of a result whose values are words of third parties, such as `data[].name`. Rows whose members are
 * not declared are untrusted as a whole.
 */
export function untrustedFields(schema: z.ZodType): string[] {
  return [...new Set(pathsOf(schema, ''))]
}

function pathsOf(schema: z.ZodType, path: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return pathsOf(schema.unwrap() as z.ZodType, path)
  }
  if (schema instanceof z.ZodArray) return pathsOf(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => pathsOf(option as z.ZodType, path))
  if (schema instanceof z.ZodRecord || schema instanceof z.ZodUnknown)
    return isWords(path) || path.endsWith('[]') ? [path] : []
  if (schema instanceof z.ZodString) return isWords(path) ? [path] : []
  if (!(schema instanceof z.ZodObject)) return []
  const members = Object.entries(schema.shape as Record<string, z.ZodType>)
  return members.flatMap(([name, member]) => pathsOf(member, path === '' ? name : `${path}.${name}`))
}

function isWords(path: string): boolean {
  const name = path.split('.').at(-1) ?? ''
  return untrustedNames.has(name.replace(/(\[\])+$/, ''))
}
