import { z } from 'zod'

export type Path = (string | number)[]

/** A member that the schema does not define, with the names that the schema defines at that place. */
export interface UnknownMember {
  path: Path
  name: string
  known: string[]
}

/** Returns all members, at any depth, that are unknown to a strict object of the schema. */
export function unknownMembers(schema: z.ZodType, value: unknown, path: Path = []): UnknownMember[] {
  const described = unwrapped(schema)
  if (described instanceof z.ZodUnion) return unknownToAll(described.options as z.ZodType[], value, path)
  if (described instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((element, index) => unknownMembers(described.element as z.ZodType, element, [...path, index]))
  }
  if (!isRecord(value)) return []
  if (described instanceof z.ZodRecord) {
    return Object.entries(value).flatMap(([name, member]) =>
      unknownMembers(described.valueType as z.ZodType, member, [...path, name]),
    )
  }
  if (!(described instanceof z.ZodObject)) return []
  const shape = described.shape as Record<string, z.ZodType>
  return Object.entries(value).flatMap(([name, member]) => {
    if (Object.hasOwn(shape, name)) return unknownMembers(shape[name] as z.ZodType, member, [...path, name])
    return isClosed(described) ? [{ path: [...path, name], name, known: Object.keys(shape) }] : []
  })
}

/** Returns the value without null members, where the schema allows their absence but not null. */
export function withoutNulls(schema: z.ZodType, value: unknown): unknown {
  const described = unwrapped(schema)
  if (described instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((element) => withoutNulls(described.element as z.ZodType, element))
  }
  if (!(described instanceof z.ZodObject) || !isRecord(value)) return value
  const shape = described.shape as Record<string, z.ZodType>
  const members = Object.entries(value).filter(([name, member]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    return !(member === null && field && takes(field, undefined) && !takes(field, null))
  })
  return Object.fromEntries(
    members.map(([name, member]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      return [name, field ? withoutNulls(field, member) : member]
    }),
  )
}

/**
 * Returns the members that are unknown to every option of a union. An object that matches no option is left to the
 * error of the union.
 */
function unknownToAll(forms: readonly z.ZodType[], value: unknown, path: Path): UnknownMember[] {
  const found = forms.map((form) => unknownMembers(form, value, path))
  const known = [...new Set(found.flat().flatMap((member) => member.known))]
  const [first = [], ...others] = found
  return first
    .filter(({ path: at }) => others.every((other) => other.some((member) => same(member.path, at))))
    .map((member) => ({ ...member, known }))
}

function unwrapped(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrapped(schema.unwrap() as z.ZodType)
  }
  if (schema.def.type !== 'pipe') return schema
  // A preprocessed schema describes its output, a transformed schema its input.
  const { in: before, out: after } = schema.def as unknown as { in: z.ZodType; out: z.ZodType }
  return unwrapped(before instanceof z.ZodTransform ? after : before)
}

function isClosed({ def }: z.ZodObject): boolean {
  return def.catchall === undefined || def.catchall instanceof z.ZodNever
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function takes(field: z.ZodType, value: unknown): boolean {
  return field.safeParse(value).success
}

function same(one: Path, two: Path): boolean {
  return one.length === two.length && one.every((part, index) => part === two[index])
}
