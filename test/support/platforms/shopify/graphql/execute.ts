import type { Document, Field, Operation, Selection, Value } from './document.ts'
import { isConnection, isLeaf } from './schema.ts'
import type { Schema } from './schema.ts'
import type { GraphqlError } from './validate.ts'

/** An object of the data. A field that is a function gets the arguments of the field. */
export type DataObject = { typeName: string } & Record<string, unknown>
export type Arguments = Record<string, unknown>

/** A field that cannot be resolved: its error, with the field null. */
export class FieldProblem extends Error {
  readonly extensions: Record<string, unknown>
  constructor(message: string, extensions: Record<string, unknown>) {
    super(message)
    this.extensions = extensions
  }
}

export interface Execution {
  data: Record<string, unknown> | null
  errors: GraphqlError[]
  /** Points: an object 1, a connection 2. */
  cost: number
}

/** A field that is null but must not be: the nearest field above that can be null becomes null. */
class NullProblem extends Error {}

/** Returns why a field of a type is refused, or null. */
export type Denies = (typeName: string, field: string) => FieldProblem | null

interface Scope {
  schema: Schema
  document: Document
  variables: Record<string, unknown>
  denies: Denies
  errors: GraphqlError[]
  cost: number
}

/** Executes a validated operation on the data. */
export function execute(
  schema: Schema,
  document: Document,
  operation: Operation,
  root: DataObject,
  variables: Record<string, unknown>,
  denies: Denies,
): Execution {
  const scope: Scope = { schema, document, variables: withDefaults(operation, variables), denies, errors: [], cost: 0 }
  const missing = operation.variables.find(
    ({ name, type }) => type.isRequired && (scope.variables[name] ?? null) === null,
  )
  if (missing) {
    const message = `Variable $${missing.name} of type ${missing.type.name}! was provided invalid value`
    const extensions = { value: null, problems: [{ path: [], explanation: 'Expected value to not be null' }] }
    return { data: null, errors: [{ message, extensions }], cost: 0 }
  }
  try {
    const data = select(operation.selections, root, [], scope)
    return { data, errors: scope.errors, cost: scope.cost }
  } catch (error) {
    if (!(error instanceof NullProblem)) throw error
    return { data: null, errors: scope.errors, cost: scope.cost }
  }
}

function select(
  selections: Selection[],
  object: DataObject,
  path: (string | number)[],
  scope: Scope,
): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const field of fieldsOf(selections, object.typeName, scope)) {
    const place = [...path, field.alias]
    const value = read(field, object, place, scope)
    const previous = result[field.alias]
    // The same field can be selected in several fragments.
    result[field.alias] = isPlain(previous) && isPlain(value) ? { ...previous, ...value } : value
  }
  return result
}

function read(field: Field, object: DataObject, path: (string | number)[], scope: Scope): unknown {
  if (field.name === '__typename') return object.typeName
  const type = scope.schema.get(object.typeName)?.fields.get(field.name)?.type
  const raw = object[field.name]
  try {
    const denied = scope.denies(object.typeName, field.name)
    if (denied) throw denied
    const value: unknown =
      typeof raw === 'function' ? (raw as (args: Arguments) => unknown)(argumentsOf(field, scope)) : raw
    if (value === null || value === undefined) return null
    if (!type || isLeaf(scope.schema, type.name)) return value
    if (!Array.isArray(value)) return child(field, value as DataObject, path, scope)
    return value.map((each, index) => child(field, each as DataObject, [...path, index], scope))
  } catch (error) {
    if (error instanceof FieldProblem) {
      const { line, column } = field
      scope.errors.push({ message: error.message, locations: [{ line, column }], path, extensions: error.extensions })
    } else if (!(error instanceof NullProblem)) {
      throw error
    }
    if (type?.isRequired) throw new NullProblem()
    return null
  }
}

function child(field: Field, object: DataObject, path: (string | number)[], scope: Scope): unknown {
  const name = object.typeName
  if (!/(Edge|PageInfo)$/.test(name)) scope.cost += isConnection(name) ? 2 : 1
  return select(field.selections, object, path, scope)
}

/** Returns the fields of selections, with those of the fragments that apply to a type. */
export function fieldsOf(
  selections: Selection[],
  typeName: string,
  { schema, document, variables }: Pick<Scope, 'schema' | 'document' | 'variables'>,
): Field[] {
  return selections.flatMap((selection) => {
    const isSkipped = selection.directives.some(({ name, arguments: args }) => {
      const condition = valueOf(args.get('if') ?? { kind: 'literal', value: true }, variables)
      return (name === 'skip' && condition === true) || (name === 'include' && condition === false)
    })
    if (isSkipped) return []
    if (selection.kind === 'field') return [selection]
    const fragment = selection.kind === 'inline' ? selection : document.fragments.get(selection.name)
    if (!fragment) return []
    const applies =
      fragment.on === null || fragment.on === typeName || schema.get(typeName)?.interfaces.includes(fragment.on)
    return applies ? fieldsOf(fragment.selections, typeName, { schema, document, variables }) : []
  })
}

export function argumentsOf(field: Field, { variables }: Pick<Scope, 'variables'>): Arguments {
  return Object.fromEntries([...field.arguments].map(([name, value]) => [name, valueOf(value, variables)]))
}

function valueOf(value: Value, variables: Record<string, unknown>): unknown {
  switch (value.kind) {
    case 'variable':
      return variables[value.name]
    case 'list':
      return value.values.map((each) => valueOf(each, variables))
    case 'object':
      return Object.fromEntries([...value.fields].map(([name, each]) => [name, valueOf(each, variables)]))
    case 'enum':
      return value.name
    case 'literal':
      return value.value
  }
}

export function withDefaults(operation: Operation, variables: Record<string, unknown>): Record<string, unknown> {
  const defaults = operation.variables.flatMap((variable) =>
    variable.default ? [[variable.name, valueOf(variable.default, {})] as const] : [],
  )
  return { ...Object.fromEntries(defaults), ...variables }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
