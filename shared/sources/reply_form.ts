import { z } from 'zod'
import { SourceError } from './source_error.ts'

/**
 * Returns a part of a reply in the form of the schema, and adds the fields that the schema does not have to `unknownFields`.
 * Throws SourceError `reply_has_another_form` with the path of the first field that is missing or has another type. Numbers are
 * text here, so that a platform may write an id as text or as a number.
 */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  unknownFields: Set<string> = new Set(),
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(value)
  if (!success) {
    const path = (error.issues[0]?.path ?? []).filter((step) => typeof step !== 'number').join('.')
    throw new SourceError('reply_has_another_form', 'stop', { field: path })
  }
  collectUnknown(schema, value, '', unknownFields)
  return data
}

function collectUnknown(schema: z.ZodType, value: unknown, path: string, unknownFields: Set<string>): void {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    collectUnknown(schema.unwrap() as z.ZodType, value, path, unknownFields)
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const item of value) collectUnknown(schema.element as z.ZodType, item, path, unknownFields)
  } else if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      const known = (schema.shape as Record<string, z.ZodType>)[name]
      if (known === undefined) unknownFields.add(path + name)
      else collectUnknown(known, field, `${path}${name}.`, unknownFields)
    }
  }
}

/** The text of a decimal number. */
export const decimalText = z.string().regex(/^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,2})?$/)
/** The text of an integer that is not negative, such as an id or a count. */
export const digits = z.string().regex(/^\d+$/)
