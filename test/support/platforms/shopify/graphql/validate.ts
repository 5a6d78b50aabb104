import type { Document, Field, Operation, Selection, TypeReference, Value } from './document.ts'
import { isLeaf } from './schema.ts'
import type { FieldDefinition, Schema } from './schema.ts'

export interface GraphqlError {
  message: string
  locations?: { line: number; column: number }[]
  path?: (string | number)[]
  extensions?: Record<string, unknown>
}

interface Scope {
  schema: Schema
  document: Document
  variables: Map<string, TypeReference>
  errors: GraphqlError[]
}

/** Returns what a GraphQL server refuses before it executes, in the words of Shopify. */
export function validate(schema: Schema, document: Document, operation: Operation): GraphqlError[] {
  const variables = new Map(operation.variables.map(({ name, type }) => [name, type]))
  const scope: Scope = { schema, document, variables, errors: [] }
  const root = operation.kind === 'query' ? 'QueryRoot' : 'Mutation'
  const label = [operation.kind, operation.name].filter(Boolean).join(' ')
  for (const { name, type } of operation.variables) {
    if (schema.has(type.name)) continue
    scope.errors.push({ message: `${type.name} isn't a defined input type (on $${name})`, path: [label] })
  }
  checkSelections(operation.selections, root, [label], scope)
  return scope.errors
}

function checkSelections(selections: Selection[], typeName: string, path: string[], scope: Scope): void {
  for (const selection of selections) {
    if (selection.kind === 'field') {
      checkField(selection, typeName, [...path, selection.alias], scope)
      continue
    }
    const fragment = selection.kind === 'inline' ? selection : scope.document.fragments.get(selection.name)
    const { line, column } = selection
    if (!fragment) {
      const name = selection.kind === 'spread' ? selection.name : ''
      scope.errors.push({ message: `Fragment ${name} was used, but not defined`, locations: [{ line, column }], path })
      continue
    }
    const on = fragment.on ?? typeName
    if (!scope.schema.has(on)) {
      const message = `No such type ${on}, so it can't be a fragment condition`
      scope.errors.push({
        message,
        locations: [{ line, column }],
        path,
        extensions: { code: 'undefinedType', typeName: on },
      })
    } else {
      checkSelections(fragment.selections, on, [...path, `... on ${on}`], scope)
    }
  }
}

function checkField(field: Field, typeName: string, path: string[], scope: Scope): void {
  const { schema, errors } = scope
  const locations = [{ line: field.line, column: field.column }]
  if (field.name === '__typename') return
  const definition = schema.get(typeName)?.fields.get(field.name)
  if (!definition) {
    const extensions = { code: 'undefinedField', typeName, fieldName: field.name }
    errors.push({ message: `Field '${field.name}' doesn't exist on type '${typeName}'`, locations, path, extensions })
    return
  }
  checkArguments(field, definition, typeName, path, scope)
  const returned = definition.type.name
  if (isLeaf(schema, returned) && field.selections.length > 0) {
    const message = `Selections can't be made on scalars (field '${field.name}' returns ${returned} but has selections [${field.selections.map(nameOf).join(', ')}])`
    errors.push({
      message,
      locations,
      path,
      extensions: { code: 'selectionMismatch', nodeName: `field '${field.name}'`, typeName: returned },
    })
  } else if (!isLeaf(schema, returned) && field.selections.length === 0) {
    const message = `Field must have selections (field '${field.name}' returns ${returned} but has no selections. Did you mean '${field.name} { ... }'?)`
    errors.push({
      message,
      locations,
      path,
      extensions: { code: 'selectionMismatch', nodeName: `field '${field.name}'`, typeName: returned },
    })
  } else {
    checkSelections(field.selections, returned, path, scope)
  }
}

function checkArguments(
  field: Field,
  definition: FieldDefinition,
  typeName: string,
  path: string[],
  scope: Scope,
): void {
  const locations = [{ line: field.line, column: field.column }]
  for (const [name, value] of field.arguments) {
    const type = definition.arguments.get(name)
    if (!type) {
      const extensions = { code: 'argumentNotAccepted', name: field.name, typeName, argumentName: name }
      scope.errors.push({
        message: `Field '${field.name}' doesn't accept argument '${name}'`,
        locations,
        path,
        extensions,
      })
    } else {
      checkValue(value, type, `Argument '${name}' on Field '${field.name}'`, locations, path, scope)
    }
  }
  const missing = [...definition.arguments].filter(([name, { isRequired }]) => isRequired && !field.arguments.has(name))
  for (const [name] of missing) {
    const message = `Field '${field.name}' is missing required arguments: ${name}`
    scope.errors.push({ message, locations, path, extensions: { code: 'missingRequiredArguments', name: field.name } })
  }
}

function checkValue(
  value: Value,
  type: TypeReference,
  label: string,
  locations: { line: number; column: number }[],
  path: string[],
  { schema, variables, errors }: Scope,
): void {
  if (value.kind === 'variable') {
    const declared = variables.get(value.name)
    if (!declared) {
      const extensions = { code: 'variableNotDefined', variableName: value.name }
      errors.push({ message: `Variable $${value.name} is used but not declared`, locations, path, extensions })
    } else if (declared.name !== type.name || declared.isList !== type.isList) {
      const message = `Type mismatch on variable $${value.name} and argument (${declared.name} / ${type.name})`
      errors.push({ message, locations, path, extensions: { code: 'variableMismatch', variableName: value.name } })
    }
    return
  }
  if (type.isList && value.kind === 'list') return
  const constants = schema.get(type.name)?.constants ?? []
  const isRight =
    value.kind === 'enum'
      ? constants.includes(value.name)
      : value.kind === 'literal' &&
        ((value.value === null && !type.isRequired) ||
          typeof value.value === ({ Int: 'number', Boolean: 'boolean' }[type.name] ?? 'string')) &&
        constants.length === 0
  if (isRight) return
  const message = `${label} has an invalid value. Expected type '${type.name}${type.isRequired ? '!' : ''}'.`
  errors.push({ message, locations, path, extensions: { code: 'argumentLiteralsIncompatible' } })
}

function nameOf(selection: Selection): string {
  return selection.kind === 'inline' ? '...' : selection.name
}
