import { z } from 'zod'
import { dropSafeBounds } from '../../../shared/tools/json_schema.ts'

/** Returns the JSON Schema of a schema, without the patterns of dates and the bounds that every integer has. */
export function jsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  { isClosed = false } = {},
): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // With `isClosed`, an object with named properties rejects other properties.
      if (isClosed && jsonSchema.properties) jsonSchema.additionalProperties ??= false
      if (['date', 'date-time'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern
      dropSafeBounds(jsonSchema)
    },
  })
  return rest
}
