import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { document } from './described.ts'
import type { Schema } from './described.ts'

const ajv = new Ajv2020({ strict: false, allErrors: false })
addFormats.default(ajv)
const compiled = new WeakMap<Schema, ValidateFunction>()

/** The schema error of a value; null for a valid value. */
export function faultOf(schema: Schema, value: unknown): string | null {
  // References of the document are resolved from its root.
  const validate = compiled.get(schema) ?? ajv.compile({ ...schema, components: document.components })
  compiled.set(schema, validate)
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

const day = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const words = fc.array(
  fc.constantFrom('tent', 'Lamp', 'spend', 'last week', 'ü', '雨', '-', '"', '<b>', '%', "o'b", '\\'),
  {
    minLength: 1,
    maxLength: 5,
  },
)

/** Values that a schema allows: JSON Schema 2020-12 as far as the document uses it. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const {
    anyOf,
    enum: choices,
    const: only,
    type,
  } = schema as { anyOf?: Schema[]; enum?: unknown[]; const?: unknown; type?: string }
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (choices) return fc.constantFrom(...choices)
  if ('const' in schema) return fc.constant(only)
  switch (type) {
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer(bounds(schema, 'minimum', 'maximum', 0, 1_000_000))
    case 'number':
      return fc.oneof(fc.integer(bounds(schema, 'minimum', 'maximum', 0, 1_000_000)), fc.constantFrom(...edges(schema)))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number }
      const length = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) }
      return fc.array(valuesOf((schema.items ?? {}) as Schema), length)
    }
    case 'object':
      return objects(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function bounds(schema: Schema, lowest: string, highest: string, min: number, max: number) {
  const { [lowest]: low = min, [highest]: high = max } = schema as Record<string, number>
  return { min: Math.ceil(low), max: Math.floor(high) }
}

function edges({ minimum = 0, maximum = 1 }: Schema): number[] {
  return [minimum as number, maximum as number]
}

function texts(schema: Schema): fc.Arbitrary<string> {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 60,
  } = schema as { format?: string; pattern?: string; minLength?: number; maxLength?: number }
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  if (format === 'date') return day.map((text) => text.slice(0, 10))
  if (format === 'date-time') return day
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter(fits)
  return fc.oneof(
    words.map((list) => list.join(' ').slice(0, maxLength).padEnd(minLength, 'a')),
    fc.constantFrom('a'.repeat(maxLength), 'a'.repeat(Math.max(minLength, 1))),
  )
}

function objects(schema: Schema): fc.Arbitrary<unknown> {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
    additionalProperties?: Schema | boolean
  }
  if (Object.keys(properties).length === 0) {
    const isOpen = typeof additionalProperties === 'object'
    return fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,8}$/),
      isOpen ? valuesOf(additionalProperties) : fc.constant('a'),
      { maxKeys: 3 },
    )
  }
  const members = Object.entries(properties).map(([name, member]) => [name, valuesOf(member)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: required, noNullPrototype: true } as object)
}
