import { z } from 'zod'
import { toolMeta } from '../schema/connector.ts'

/** The members of a result with rows, besides the rows. */
const listOutput = {
  total: z.int().nullable().describe('Total number of rows. Null when unknown.'),
  truncated: z.boolean().describe('True when rows were omitted.'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Cursor of the next rows. Null at the end, or when hint explains how to get the other rows.'),
  hint: z.string().optional().describe('How to get the omitted rows.'),
}

/** Removed from every result, because it differs for each call and does not help an agent. */
export const responseTime = 'meta.response_time_ms'

/**
 * Returns the schema of a tool's result. Details are optional, `meta` has the members of every tool, and lists have the
 * members of `listOutput`.
 */
export function outputOf(
  output: z.ZodObject,
  { details, hasRows }: { details: readonly string[]; hasRows: boolean },
): z.ZodObject {
  const hidden = hasResponseTime(output) ? [...details, responseTime] : details
  const shown = hidden.reduce<z.ZodType>(withOptional, output) as z.ZodObject
  const known = (shown.shape.meta as z.ZodObject | undefined) ?? z.object({})
  return shown.extend({ ...(hasRows ? listOutput : {}), meta: known.extend(toolMeta.shape) })
}

function hasResponseTime(output: z.ZodObject): boolean {
  const known = output.shape.meta as z.ZodObject | undefined
  return known !== undefined && 'response_time_ms' in known.shape
}

/** Returns the schema with the member at a path optional. Throws if there is no such member. */
function withOptional(schema: z.ZodType, path: string): z.ZodType {
  const [key = '', ...rest] = path.split('.')
  if (schema instanceof z.ZodArray) return describedAs(schema, z.array(withOptional(schema.element as z.ZodType, path)))
  if (schema instanceof z.ZodNullable)
    return describedAs(schema, withOptional(schema.unwrap() as z.ZodType, path).nullable())
  const object = schema as z.ZodObject
  const member = object.shape[key] as z.ZodType
  return object.extend({
    [key]: rest.length > 0 ? withOptional(member, rest.join('.')) : describedAs(member, member.optional()),
  })
}

function describedAs(from: z.ZodType, to: z.ZodType): z.ZodType {
  return from.description === undefined ? to : to.describe(from.description)
}
