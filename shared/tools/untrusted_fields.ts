import { z } from 'zod'

/**
 * Members of results whose values Vitrine writes itself: days and times, validated codes, and its own ids, names and
 * numbers. All other texts are words of third parties: advertisers, merchants, shoppers, other agents, and the caller.
 */
const ownNames = new Set(
  `_cache accounting apart approval_url at brand_id by calculated_at certificate_id code computed_at confidence created_at
  currency data_as_of data_freshness data_through date date_from date_to dedupe_key deltas detected_at detected_from
  detected_through detector direction expires_at first_date first_seen formatted granularity histogram intent key kind
  last_activity last_date last_seen last_sync_at level method method_version metric metrics model month next_actions
  next_cursor order_handoff_url parsed_intent period price proposal_id ready_from recommendation_type reported_through
  request_id sale_ends_at since sort state tier time timezone totals trained_from trained_through type unit until
  updated_at valid_until verified_url`.split(/\s+/),
)

/** The key of a tool result's `_meta` that lists them. */
export const untrustedFieldsKey = 'vitrine/untrusted_fields'

/**
 * Returns the paths of a result whose values are words of third parties, such as `data[].name`. Rows whose members are
 * not declared are untrusted as a whole. A new member is untrusted unless `ownNames` has it.
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
  if (!(schema instanceof z.ZodObject)) return hasText(schema) && !isOwn(path) ? [path] : []
  const members = Object.entries(schema.shape as Record<string, z.ZodType>)
  return members.flatMap(([name, member]) => pathsOf(member, path === '' ? name : `${path}.${name}`))
}

function hasText(schema: z.ZodType): boolean {
  return !(
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodNull
  )
}

function isOwn(path: string): boolean {
  const name = path.split('.').at(-1) ?? ''
  return ownNames.has(name.replace(/(\[\])+$/, ''))
}
