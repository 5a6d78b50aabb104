import { z } from 'zod'
import { commerceOperations } from '../operations/commerce.ts'
import { storefrontOperations } from '../operations/storefront.ts'
import { storefrontRoot } from '../schema/storefront/product_card.ts'

interface DescribedEndpoint {
  method: string
  path: string
  description: string
  content_type: string
  authentication: string
  version_negotiation: string
  request_schema: Record<string, unknown>
  response_shape: Record<string, unknown>
}

let described: Record<string, DescribedEndpoint> | undefined

/** Returns all endpoints of a storefront with their input and output schemas, by operation. */
export function describeEndpoints(): Record<string, DescribedEndpoint> {
  const ofShop = [...storefrontOperations, ...commerceOperations].filter(({ path }) => path.startsWith(storefrontRoot))
  described ??= Object.fromEntries(
    ofShop.map(({ name, method, path, scope, isPublic, ...operation }) => [
      name.replace(/^\w+\./, ''),
      {
        method: method.toUpperCase(),
        path: path.replace(storefrontRoot, '') || '/',
        description: operation.description,
        content_type: 'application/json',
        authentication: isPublic
          ? 'None, at 10 requests a minute by address; or Authorization: Bearer with a pk_ or sk_ key.'
          : `Authorization: Bearer with an sk_ key that carries ${scope}.`,
        version_negotiation: 'Accept: application/vnd.svc.v1.0+json',
        request_schema: z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }),
        response_shape: z.toJSONSchema(operation.output, { io: 'output', unrepresentable: 'any' }),
      },
    ]),
  )
  return described
}
