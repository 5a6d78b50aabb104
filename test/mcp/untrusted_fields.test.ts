import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tools } from '../../shared/tools.ts'
import { untrustedFields } from '../../shared/tools/untrusted_fields.ts'

/** Returns the paths of all members of a schema that are neither numbers, flags nor one of fixed values. */
function textsOf(schema: z.ZodType, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return textsOf(schema.unwrap() as z.ZodType, path)
  }
  if (schema instanceof z.ZodArray) return textsOf(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsOf(option as z.ZodType, path))
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, member]) =>
      textsOf(member, path === '' ? name : `${path}.${name}`),
    )
  }
  const { type } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as {
    type?: string
    enum?: unknown
    const?: unknown
  }
  const { enum: values, const: value } = z.toJSONSchema(schema, { unrepresentable: 'any' })
  return ['number', 'integer', 'boolean', 'null'].includes(type ?? '') || values || value !== undefined ? [] : [path]
}

/**
 * What the names of Vitrine's own texts look like: times, codes of a fixed form, ids and links that Vitrine makes, names
 * of its own lists, and records of numbers.
 */
const ownForms = [
  /(_at|_from|_through|_date|_seen|_as_of|_activity|_until)$/,
  /^(at|date|date_to|month|since|until|period|data_freshness|time|ready_from)$/,
  /^(currency|timezone|unit|formatted|price|apart|language_tag)$/,
  /^(brand_id|request_id|proposal_id|certificate_id|dedupe_key|next_cursor|_cache)$/,
  /^(approval_url|order_handoff_url|verified_url)$/,
  /^(accounting|by|code|confidence|detector|direction|granularity|intent|key|kind|level|method|method_version|metric|metrics|model)$/,
  /^(next_actions|parsed_intent|recommendation_type|sort|state|tier|type)$/,
  /^(totals|deltas|histogram)$/,
]
const nameOf = (path: string) => (path.split('.').at(-1) ?? '').replace(/(\[\])+$/, '')

describe('untrusted fields of tools', () => {
  test.each(tools.map((tool) => [tool.name, tool] as const))('%s marks every text that others wrote', (_, tool) => {
    const unmarked = textsOf(tool.output).filter((path) => !tool.untrustedFields.includes(path))
    expect(unmarked.filter((path) => !ownForms.some((form) => form.test(nameOf(path))))).toEqual([])
  })

  test('mark a new member that nothing lists', () => {
    const schema = z.object({ rows: z.array(z.object({ slogan: z.string(), spend: z.number(), date: z.string() })) })
    expect(untrustedFields(schema)).toEqual(['rows[].slogan'])
  })

  test.each([
    ['list_campaigns', ['data[].name', 'data[].id', 'data[].platform', 'data[].status']],
    ['search_catalog', ['query', 'products[].title', 'query_interpretation.unmatched[]', 'facets.values']],
    ['get_product_reviews', ['reviews[].body', 'reviews[].merchant_reply.text', 'reviews[].source.url']],
  ])('%s marks %j', (name, paths) => {
    expect(tools.find((each) => each.name === name)?.untrustedFields).toEqual(expect.arrayContaining(paths))
  })
})
