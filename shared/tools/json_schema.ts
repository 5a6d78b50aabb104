import { z } from 'zod'

/** Returns the schema of a tool's arguments as agents receive it. */
export function inputJsonSchema(input: z.ZodObject): Record<string, unknown> {
  return { ...jsonSchema(input, { isOutput: false }), required: requiredOf(input) }
}

/** Returns the schema of a tool's result as agents receive it. */
export function outputJsonSchema(output: z.ZodType): Record<string, unknown> {
  return jsonSchema(output, { isOutput: true })
}

/**
 * Returns the JSON Schema of a message of the Universal Commerce Protocol as it goes over the wire. Objects allow further members, as
 * everywhere in the protocol, and members with a default are optional. The safe-integer bounds of zod are absent.
 */
export function messageJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      delete jsonSchema.additionalProperties
      dropSafeBounds(jsonSchema)
      if (zodSchema instanceof z.ZodObject) jsonSchema.required = requiredOf(zodSchema)
    },
  })
  return rest
}

/** Removes the bounds that zod gives to every integer. */
export function dropSafeBounds(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** Returns the members of an object that have no default and may not be absent. */
function requiredOf(input: z.ZodObject): string[] {
  const fields = Object.entries(input.shape as Record<string, z.ZodType>)
  return fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
}

/**
 * Returns the JSON Schema of the parsed form, which is the form that agents should send. It omits `$schema`, which
 * older clients cannot resolve, and parts that only cost tokens, such as the pattern of dates and the safe-integer
 * bounds. A result may have further members, so that a new member is not a breaking change.
 */
function jsonSchema(schema: z.ZodType, { isOutput }: { isOutput: boolean }): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (isOutput && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      if (isOutput) delete jsonSchema.propertyNames
      if (jsonSchema.format === 'date') delete jsonSchema.pattern
      if (jsonSchema.enum)
        for (const implied of ['pattern', 'minLength', 'maxLength'] as const) delete jsonSchema[implied]
      dropSafeBounds(jsonSchema)
    },
  })
  return rest
}
