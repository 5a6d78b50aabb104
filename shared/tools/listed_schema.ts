import { groupMembers, mapSchema, shareShapes } from './compact_schema.ts'
import type { Schema } from './compact_schema.ts'

/** Descriptions by path, such as `date_to` or `data[].status`. */
export type Notes = Readonly<Record<string, string>>

/** Bounds of texts and lists, and patterns. A call that breaks one is answered with the rule and an example. */
const impliedByErrors = ['minLength', 'maxLength', 'minItems', 'maxItems', 'pattern']
/** A higher bound excludes no value that a call has in practice. */
const boundMax = 10_000

/**
 * Returns the schema of arguments as `tools/list` shows it: names, types, enums, defaults, telling bounds, and the notes.
 * The server checks arguments against the complete schema.
 */
export function listedInput(schema: Schema, notes: Notes): Schema {
  const noted = mapSchema(schema, ({ minimum, maximum, ...rest }, path) => {
    for (const keyword of impliedByErrors) delete rest[keyword]
    // Every tool has this argument, and its first value is the default.
    if (path === 'response_format') delete rest.default
    // Agents assume at least zero or one.
    if (isTelling(minimum) && minimum !== 0 && minimum !== 1) rest.minimum = minimum
    if (isTelling(maximum)) rest.maximum = maximum
    return withNote(rest, notes[path])
  })
  const listed = typesInOne(shareShapes(noted))
  return (listed.required as string[]).length === 0 ? without(listed, 'required') : listed
}

/**
 * Returns the schema of a result as `tools/list` shows it. Every member keeps its name and type. Shapes that occur
 * more than once are references, and members of one object with the same type are listed together.
 */
export function listedOutput(schema: Schema, notes: Notes): Schema {
  const described = mapSchema(schema, (each, path) => {
    const isOpen = Object.keys((each.additionalProperties ?? {}) as Schema).length === 0
    const types = without(each, 'required')
    return withNote(isOpen ? without(types, 'additionalProperties') : types, notes[path])
  })
  return groupMembers(typesInOne(shareShapes(described)))
}

function isTelling(bound: unknown): boolean {
  return typeof bound === 'number' && Math.abs(bound) < boundMax
}

function withNote(schema: Schema, note: string | undefined): Schema {
  const rest = without(schema, 'description')
  return note === undefined ? rest : { ...rest, description: note }
}

function without(schema: Schema, keyword: string): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword))
}

/** Writes a choice between plain types, or between a schema and null, as one schema with several types. */
function typesInOne(schema: Schema): Schema {
  return mapSchema(schema, (each) => {
    const [given, ...others] = (each.anyOf ?? []) as Schema[]
    const isOfTypes = others.length > 0 && others.every(isTypeAlone) && typeof given?.type === 'string'
    if (!isOfTypes || !(isTypeAlone(given) || others.every(({ type }) => type === 'null'))) return each
    const values = given.enum ? { enum: [...(given.enum as unknown[]), null] } : {}
    return { ...without(each, 'anyOf'), ...given, ...values, type: [given.type, ...others.map(({ type }) => type)] }
  })
}

function isTypeAlone(schema: Schema): boolean {
  return typeof schema.type === 'string' && Object.keys(schema).length === 1
}
