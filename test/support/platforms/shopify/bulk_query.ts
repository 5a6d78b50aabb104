import { parseDocument } from './graphql/document.ts'
import type { Document, Field, Operation, Selection } from './graphql/document.ts'
import { argumentsOf, fieldsOf } from './graphql/execute.ts'
import type { Arguments, DataObject, Denies } from './graphql/execute.ts'
import { isConnection, isLeaf } from './graphql/schema.ts'
import { SyntaxProblem } from './graphql/tokens.ts'
import { validate } from './graphql/validate.ts'
import { adminSchema } from './admin_schema.ts'

type Json = Record<string, unknown>

/** A query of a bulk operation, or the message that refuses it. */
export function readBulkQuery(text: string): { document: Document; operation: Operation } | { message: string } {
  let document: Document
  try {
    document = parseDocument(text)
  } catch (error) {
    if (error instanceof SyntaxProblem) return { message: `Invalid bulk query: ${error.message}` }
    throw error
  }
  const operation = document.operations[0]!
  if (operation.kind !== 'query') return { message: 'Bulk queries cannot be mutations.' }
  const [problem] = validate(adminSchema, document, operation)
  if (problem) return { message: `Invalid bulk query: ${problem.message}` }
  const fields = fieldsOf(operation.selections, 'QueryRoot', { schema: adminSchema, document, variables: {} })
  if (fields.length !== 1) return { message: 'Bulk queries support only a single top-level field.' }
  const counts = { connections: 0, depth: 0, hasListWithConnection: false, lacksId: false }
  count(operation.selections, 'QueryRoot', { depth: 0, isInList: false, hasId: true }, counts, document)
  if (counts.connections === 0) return { message: 'Bulk queries must contain at least one connection.' }
  if (counts.connections > 5) return { message: 'Bulk queries cannot contain more than 5 connections.' }
  if (counts.depth > 2)
    return { message: 'Bulk queries cannot contain connections with a nesting depth greater than 2.' }
  if (counts.hasListWithConnection) {
    return { message: 'Queries that contain a connection field within a list field are not currently supported.' }
  }
  if (counts.lacksId) {
    return {
      message:
        "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type.",
    }
  }
  return { document, operation }
}

interface Counts {
  connections: number
  depth: number
  hasListWithConnection: boolean
  lacksId: boolean
}

function count(
  selections: Selection[],
  typeName: string,
  place: { depth: number; isInList: boolean; hasId: boolean },
  counts: Counts,
  document: Document,
): void {
  for (const selection of selections) {
    if (selection.kind !== 'field') {
      const fragment = selection.kind === 'inline' ? selection : document.fragments.get(selection.name)
      if (fragment) count(fragment.selections, fragment.on ?? typeName, place, counts, document)
      continue
    }
    const type = adminSchema.get(typeName)?.fields.get(selection.name)?.type
    if (!type || isLeaf(adminSchema, type.name)) continue
    if (isConnection(type.name)) {
      counts.connections += 1
      // The outermost connection is not nested.
      counts.depth = Math.max(counts.depth, place.depth)
      counts.hasListWithConnection ||= place.isInList
      counts.lacksId ||= !place.hasId
      count(selection.selections, type.name, { ...place, depth: place.depth + 1 }, counts, document)
    } else {
      const isNode = selection.name === 'node' || selection.name === 'nodes'
      const hasId = isNode ? hasField(selection.selections, 'id', document) : place.hasId
      // `nodes` and `edges` of a connection are lists too, but of the connection itself.
      const isInList = place.isInList || (type.isList && !isNode && selection.name !== 'edges')
      count(selection.selections, type.name, { ...place, isInList, hasId }, counts, document)
    }
  }
}

function hasField(selections: Selection[], name: string, document: Document): boolean {
  return selections.some((selection) => {
    if (selection.kind === 'field') return selection.alias === name && selection.name === name
    const fragment = selection.kind === 'inline' ? selection : document.fragments.get(selection.name)
    return fragment ? hasField(fragment.selections, name, document) : false
  })
}

/**
 * Runs a bulk query. Returns its lines: each node of a connection is a line, with `__parentId` if it is nested. Throws a
 * FieldProblem if a field is refused.
 */
export function bulkLines(document: Document, operation: Operation, root: DataObject, denies: Denies): Json[] {
  const scope = { schema: adminSchema, document, variables: {} }
  const lines: Json[] = []
  const [top] = fieldsOf(operation.selections, 'QueryRoot', scope)
  visitConnection(top!, root, null)
  return lines

  function visitConnection(field: Field, parent: DataObject, parentId: string | null): void {
    refuse(parent, field)
    const read = parent[field.name] as (args: Arguments) => DataObject
    const connection = read({ ...argumentsOf(field, scope), isBulk: true })
    const nodes = connection['nodes'] as DataObject[]
    const inner = fieldsOf(field.selections, connection.typeName, scope)
    const selections = inner.flatMap((each) => {
      if (each.name === 'nodes') return each.selections
      return each.name === 'edges'
        ? fieldsOf(each.selections, `${connection.typeName.replace(/Connection$/, 'Edge')}`, scope)
            .filter(({ name }) => name === 'node')
            .flatMap((node) => node.selections)
        : []
    })
    for (const node of nodes) {
      const line: Json = {}
      const nested: [Field, DataObject][] = []
      lines.push(line)
      Object.assign(line, objectOf(selections, node, nested))
      if (parentId !== null) line['__parentId'] = parentId
      for (const [each, owner] of nested) visitConnection(each, owner, node['id'] as string)
    }
  }

  function refuse(object: DataObject, field: Field): void {
    const denied = denies(object.typeName, field.name)
    if (denied) throw denied
  }

  /** Returns an object without its connections, which are collected. */
  function objectOf(selections: Selection[], object: DataObject, nested: [Field, DataObject][]): Json {
    const json: Json = {}
    for (const field of fieldsOf(selections, object.typeName, scope)) {
      if (field.name === '__typename') {
        json[field.alias] = object.typeName
        continue
      }
      refuse(object, field)
      const type = adminSchema.get(object.typeName)!.fields.get(field.name)!.type
      if (isConnection(type.name)) {
        if (object[field.name]) nested.push([field, object])
        continue
      }
      const raw = object[field.name]
      const value: unknown =
        typeof raw === 'function' ? (raw as (args: Arguments) => unknown)(argumentsOf(field, scope)) : raw
      if (value === null || value === undefined || isLeaf(adminSchema, type.name)) json[field.alias] = value ?? null
      else if (Array.isArray(value)) {
        json[field.alias] = value.map((each) => objectOf(field.selections, each as DataObject, nested))
      } else json[field.alias] = objectOf(field.selections, value as DataObject, nested)
    }
    return json
  }
}
