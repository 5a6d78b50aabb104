import type { Document, Operation, Selection } from './document.ts'
import { argumentsOf, fieldsOf, withDefaults } from './execute.ts'
import { isConnection, isLeaf } from './schema.ts'
import type { Schema } from './schema.ts'

/**
 * Returns the requested cost of an operation: a scalar 0, an object 1, a connection 2 and its nodes. A mutation costs 10.
 * Shopify's exact formula for large pages is not published; this one is not below it.
 */
export function requestedCost(
  schema: Schema,
  document: Document,
  operation: Operation,
  variables: Record<string, unknown>,
): number {
  if (operation.kind === 'mutation') return 10
  const scope = { schema, document, variables: withDefaults(operation, variables) }
  return costOf(operation.selections, 'QueryRoot')

  function costOf(selections: Selection[], typeName: string): number {
    // Fragments of all types count, because the type of the result is not known yet.
    const named = selections.filter((selection) => selection.kind !== 'field')
    const others = named.reduce((sum, selection) => {
      const fragment = selection.kind === 'inline' ? selection : document.fragments.get(selection.name)
      const on = fragment?.on ?? typeName
      return fragment && on !== typeName ? sum + costOf(fragment.selections, on) : sum
    }, 0)
    return fieldsOf(selections, typeName, scope).reduce((sum, field) => {
      const name = schema.get(typeName)?.fields.get(field.name)?.type.name
      if (!name || isLeaf(schema, name)) return sum
      if (!isConnection(name)) return sum + (/(Edge|PageInfo)$/.test(name) ? 0 : 1) + costOf(field.selections, name)
      const { first, last } = argumentsOf(field, scope)
      const size = Number(first ?? last ?? 10)
      return sum + 2 + size * costOf(field.selections, name)
    }, others)
  }
}
