import { z } from 'zod'

export type Schema = Record<string, unknown>

/** The type of each member by path: `data[].spend` is `null|number`. */
export type Members = Record<string, string>

/** Returns the members of a listed schema, with its references and its patterns of names resolved. */
export function listedMembers(schema: Schema): Members {
  const found: Members = {}
  const defs = (schema.$defs ?? {}) as Record<string, Schema>

  function visit(given: Schema, path: string): string[] {
    const { $ref, ...own } = given
    const each = typeof $ref === 'string' ? { ...defs[$ref.replace('#/$defs/', '')], ...own } : given
    const options = each.anyOf as Schema[] | undefined
    if (options) return options.flatMap((option) => visit(option, path))
    for (const [name, member] of membersOf(each)) {
      const at = path === '' ? name : `${path}.${name}`
      found[at] = typeOf(visit(member, at))
    }
    const { items, additionalProperties } = each as { items?: Schema; additionalProperties?: Schema | false }
    if (items) found[`${path}[]`] = typeOf(visit(items, `${path}[]`))
    if (additionalProperties && Object.keys(additionalProperties).length > 0)
      found[`${path}.*`] = typeOf(visit(additionalProperties, `${path}.*`))
    if ('const' in each) return [`enum ${String(each.const)}`]
    if (each.enum) {
      const values = each.enum as unknown[]
      return [`enum ${values.filter((value) => value !== null).join(' ')}`, ...(values.includes(null) ? ['null'] : [])]
    }
    return [each.type ?? 'any'].flat() as string[]
  }

  visit(schema, '')
  return found
}

/** Returns the members of an object, of which `patternProperties` names several at once: `^(spend|revenue)$`. */
function membersOf({ properties = {}, patternProperties = {} }: Schema): [string, Schema][] {
  const groups = Object.entries(patternProperties as Record<string, Schema>).flatMap(([pattern, schema]) => {
    const names = /^\^\(([\w|]+)\)\$$/.exec(pattern)?.[1]?.split('|') ?? [`unclear pattern ${pattern}`]
    return names.map((name): [string, Schema] => [name, schema])
  })
  return [...Object.entries(properties as Record<string, Schema>), ...groups]
}

/** Returns the members of a contract, from its zod schema and not from a JSON Schema. */
export function contractMembers(schema: z.ZodType): Members {
  const found: Members = {}

  function visit(given: z.ZodType, path: string): string[] {
    if (given instanceof z.ZodOptional || given instanceof z.ZodDefault) return visit(given.unwrap() as z.ZodType, path)
    if (given instanceof z.ZodNullable) return [...visit(given.unwrap() as z.ZodType, path), 'null']
    if (given instanceof z.ZodUnion) return given.options.flatMap((option) => visit(option as z.ZodType, path))
    if (given instanceof z.ZodObject) {
      for (const [name, member] of Object.entries(given.shape as Record<string, z.ZodType>)) {
        const at = path === '' ? name : `${path}.${name}`
        found[at] = typeOf(visit(member, at))
      }
      return ['object']
    }
    if (given instanceof z.ZodArray) {
      found[`${path}[]`] = typeOf(visit(given.element as z.ZodType, `${path}[]`))
      return ['array']
    }
    if (given instanceof z.ZodRecord) {
      const values = typeOf(visit(given.valueType as z.ZodType, `${path}.*`))
      if (values !== 'any') found[`${path}.*`] = values
      return ['object']
    }
    return [plainType(given)]
  }

  visit(schema, '')
  return found
}

function plainType(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum) return `enum ${schema.options.join(' ')}`
  if (schema instanceof z.ZodLiteral) return `enum ${[...schema.values].join(' ')}`
  if (schema instanceof z.ZodNumber) return schema.isInt ? 'integer' : 'number'
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return 'any'
  return schema.type
}

function typeOf(types: string[]): string {
  return [...new Set(types)].toSorted().join('|')
}
