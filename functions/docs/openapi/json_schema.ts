import { z } from 'zod'

/** A schema as readers of the document need it: without the expression behind a date and the bounds of every integer. */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  { isClosed = false } = {},
): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // An object that names its members takes no others.
      if (isClosed && jsonSchema.properties) jsonSchema.additionalProperties ??= false
      if (['date', 'date-time'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}
