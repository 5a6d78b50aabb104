/** A JSON Schema. */
export type Schema = Record<string, unknown>

/** A reference and its entry in `$defs` cost as many tokens as this many characters of a schema, measured on all tools. */
const referenceLength = 80
/** A pattern of names costs less than two members. */
const groupMin = 2

/** Returns the schema with `$defs` for each shape that occurs more than once and is longer than a reference. */
export function shareShapes(schema: Schema): Schema {
  const $defs: Schema = {}
  let root = schema
  for (;;) {
    const shape = longestRepeated({ ...root, $defs })
    if (!shape) return Object.keys($defs).length > 0 ? { ...root, $defs } : root
    const name = freeName(shape.name, $defs)
    const refer = (each: Schema) => {
      const { plain, own } = partsOf(each)
      return JSON.stringify(plain) === shape.text ? { $ref: `#/$defs/${name}`, ...own } : each
    }
    root = mapSchema(root, refer)
    for (const [other, value] of Object.entries($defs)) $defs[other] = mapSchema(value as Schema, refer)
    $defs[name] = JSON.parse(shape.text)
  }
}

interface Shape {
  text: string
  /** The member that has this shape first. */
  name: string
}

/** Returns the longest shape that saves text when it is shared. Descriptions and defaults are not part of a shape. */
function longestRepeated(schema: Schema): Shape | null {
  const found = new Map<string, Shape & { count: number }>()
  mapSchema(schema, (each, path) => {
    const text = JSON.stringify(partsOf(each).plain)
    const name = path.match(/\w+/g)?.at(-1) ?? 'row'
    const shape = found.get(text) ?? { text, name, count: 0 }
    found.set(text, { ...shape, count: shape.count + 1 })
    return each
  })
  const saving = ({ text, count }: { text: string; count: number }) =>
    (count - 1) * text.length - count * referenceLength
  const shared = [...found.values()].filter((shape) => shape.count > 1 && saving(shape) > 0)
  return shared.toSorted((one, two) => two.text.length - one.text.length)[0] ?? null
}

/** Returns the shape of a schema, and what it has for itself beside a reference to the shape. */
function partsOf({ description, default: value, ...plain }: Schema): { plain: Schema; own: Schema } {
  const own = {
    ...(value === undefined ? {} : { default: value }),
    ...(description === undefined ? {} : { description }),
  }
  return { plain, own }
}

function freeName(name: string, taken: Schema): string {
  return name in taken ? freeName(`${name}_`, taken) : name
}

/**
 * Returns the schema with the members of an object that have the same type in one entry: `^(spend|revenue|roas)$` of
 * `patternProperties`. Members with a description stay by themselves.
 */
export function groupMembers(schema: Schema): Schema {
  return mapSchema(schema, (each) => {
    const members = Object.entries((each.properties ?? {}) as Record<string, Schema>)
    const groups = Map.groupBy(
      members.filter(([, member]) => isPlain(member)),
      ([, member]) => JSON.stringify(member),
    )
    const large = [...groups].filter(([, group]) => group.length >= groupMin)
    if (large.length === 0) return each
    const grouped = new Set(large.flatMap(([, group]) => group.map(([name]) => name)))
    const properties = Object.fromEntries(members.filter(([name]) => !grouped.has(name)))
    const patternProperties = Object.fromEntries(
      large.map(([type, group]) => [`^(${group.map(([name]) => name).join('|')})$`, JSON.parse(type) as Schema]),
    )
    const { properties: _, ...rest } = each
    return { ...rest, ...(Object.keys(properties).length > 0 ? { properties } : {}), patternProperties }
  })
}

/** Returns whether a schema says the same of every member that has it. */
function isPlain(schema: Schema): boolean {
  return !('description' in schema || 'default' in schema)
}

/** Returns the schema with each schema in it replaced, from the inside. The path of a list's rows ends with `[]`. */
export function mapSchema(schema: Schema, replace: (schema: Schema, path: string) => Schema, path = ''): Schema {
  const inside = (value: unknown, to: string) => mapSchema(value as Schema, replace, to)
  const members = (value: unknown, at: string) =>
    Object.fromEntries(
      Object.entries(value as Schema).map(([name, each]) => [name, inside(each, at === '' ? name : `${at}.${name}`)]),
    )
  const copied = Object.entries(schema).map(([keyword, value]) => {
    if (['properties', 'patternProperties', '$defs'].includes(keyword)) return [keyword, members(value, path)]
    if (keyword === 'items') return [keyword, inside(value, `${path}[]`)]
    if (keyword === 'additionalProperties' && value !== null && typeof value === 'object')
      return [keyword, inside(value, `${path}.*`)]
    if (keyword === 'anyOf') return [keyword, (value as Schema[]).map((each) => inside(each, path))]
    return [keyword, value]
  })
  return replace(Object.fromEntries(copied) as Schema, path)
}
