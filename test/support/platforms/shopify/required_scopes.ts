import { FieldProblem } from './graphql/execute.ts'

/** The access scopes that fields need. All other fields need none beside that of the object that has them. */
const requiredScopes: Record<string, string> = {
  'QueryRoot.orders': 'read_orders',
  'QueryRoot.order': 'read_orders',
  'QueryRoot.products': 'read_products',
  'QueryRoot.product': 'read_products',
  'QueryRoot.inventoryItem': 'read_inventory',
  'QueryRoot.productVariants': 'read_products',
  'Order.customer': 'read_customers',
  'LineItem.product': 'read_products',
  'LineItem.variant': 'read_products',
  'InventoryItem.inventoryLevels': 'read_inventory',
}

/** Returns the error of a field that the scopes of a token do not reach, or null. */
export function deniedField(scopes: readonly string[], typeName: string, field: string): FieldProblem | null {
  const scope = requiredScopes[`${typeName}.${field}`]
  if (!scope || scopes.includes(scope)) return null
  const requiredAccess = `\`${scope}\` access scope.`
  return new FieldProblem(`Access denied for ${field} field. Required access: ${requiredAccess}`, {
    code: 'ACCESS_DENIED',
    documentation: 'https://shopify.dev/api/usage/access-scopes',
    requiredAccess,
  })
}
