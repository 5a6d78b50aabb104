import { z } from 'zod'

/** Returns a value that a schema allows, with every optional member. `free` stands where any value is allowed. */
export function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return exampleOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0] as z.ZodType)
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType)]
  if (schema instanceof z.ZodRecord) return { any: exampleOf(schema.valueType as z.ZodType) }
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape as Record<string, z.ZodType>)
    return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(member)]))
  }
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodLiteral) return schema.value
  if (schema instanceof z.ZodNumber) return 1
  if (schema instanceof z.ZodBoolean) return true
  return schema instanceof z.ZodString ? 'text' : 'free'
}
