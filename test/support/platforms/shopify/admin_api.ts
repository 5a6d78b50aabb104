import type { Clock } from '../clock.ts'
import type { Reply } from '../server.ts'
import { gid, orderObject, productObject, shopObject, variantObject } from './admin_data.ts'
import { adminSchema } from './admin_schema.ts'
import type { BulkOperations } from './bulk_operations.ts'
import { connect } from './connection.ts'
import type { CostBucket } from './cost_bucket.ts'
import { requestedCost } from './graphql/cost.ts'
import { parseDocument } from './graphql/document.ts'
import { execute } from './graphql/execute.ts'
import type { Arguments, DataObject, Denies } from './graphql/execute.ts'
import { SyntaxProblem } from './graphql/tokens.ts'
import { validate } from './graphql/validate.ts'
import type { GraphqlError } from './graphql/validate.ts'
import { deniedField } from './required_scopes.ts'
import { readSearch } from './search.ts'
import type { SearchWarning } from './search.ts'
import { totalOf } from './shop_ledger.ts'
import type { ShopLedger } from './shop_ledger.ts'

interface Parts {
  ledger: ShopLedger
  scopes: string[]
  bulk: BulkOperations
  bucket: CostBucket
  clock: Clock
  costMax: number
}

const sixtyDays = 60 * 86_400_000

/** Answers a GraphQL request. Errors, refusals and throttling are HTTP 200. */
export function answerGraphql(parts: Parts, body: Record<string, unknown> | null): Reply {
  if (typeof body?.['query'] !== 'string') {
    return { status: 400, body: { errors: { query: 'Required parameter missing or invalid' } } }
  }
  const { bucket, costMax } = parts
  try {
    const document = parseDocument(body['query'])
    const name = body['operationName']
    const operation = document.operations.find((each) => each.name === name) ?? document.operations[0]!
    const problems = validate(adminSchema, document, operation)
    if (problems.length > 0) return errors(problems)
    const variables = (body['variables'] ?? {}) as Record<string, unknown>
    const requested = requestedCost(adminSchema, document, operation, variables)
    if (requested > costMax) return errors([tooExpensive(requested, costMax)])
    if (!bucket.take(requested)) return throttled(requested, bucket)
    const search: { path: string[]; query: string; warnings: SearchWarning[] }[] = []
    const root = operation.kind === 'query' ? queryRoot(parts, search) : mutationRoot(parts)
    const denies: Denies = (typeName, field) => deniedField(parts.scopes, typeName, field)
    const { data, errors: found, cost } = execute(adminSchema, document, operation, root, variables, denies)
    const actual = operation.kind === 'mutation' ? 10 : Math.min(cost, requested)
    bucket.giveBack(requested - actual)
    const extensions = {
      cost: { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: bucket.status() },
      ...(search.length > 0 ? { search } : {}),
    }
    return { status: 200, body: { ...(found.length > 0 ? { errors: found } : {}), data, extensions } }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    return errors([{ message: error.message, locations: [{ line: error.line, column: error.column }] }])
  }
}

function errors(found: GraphqlError[]): Reply {
  return { status: 200, body: { errors: found } }
}

export function throttled(requestedQueryCost: number, bucket: CostBucket): Reply {
  const extensions = { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' }
  return {
    status: 200,
    body: {
      errors: [{ message: 'Throttled', extensions }],
      extensions: { cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: bucket.status() } },
    },
  }
}

function tooExpensive(cost: number, maxCost: number): GraphqlError {
  return {
    message: `Query cost is ${cost}, which exceeds the single query max cost limit (${maxCost}).\n\nSee https://shopify.dev/concepts/about-apis/rate-limits for more information on how the\ncost of a query is calculated.\n\nTo query larger amounts of data with fewer limits, bulk operations should be used instead.\nSee https://shopify.dev/tutorials/perform-bulk-operations-with-admin-api for usage details.\n`,
    extensions: {
      code: 'MAX_COST_EXCEEDED',
      cost,
      maxCost,
      documentation: 'https://shopify.dev/api/usage/rate-limits',
    },
  }
}

type Search = { path: string[]; query: string; warnings: SearchWarning[] }[]

export function queryRoot(parts: Parts, search: Search = []): DataObject {
  const { ledger, bulk, scopes } = parts
  const orders = connect('Order', (args) => ordersOf(parts, args, search))
  const products = connect('Product', (args) => productsOf(parts, args, search))
  const variants = connect('ProductVariant', () =>
    [...ledger.products.values()].flatMap((product) =>
      product.variants.map((variant) => variantObject(ledger, product, variant)),
    ),
  )
  const numberIn = (args: Arguments) => Number(/(\d+)$/.exec(String(args['id']))?.[1])
  const order = (args: Arguments) => {
    const found = ledger.orders.get(numberIn(args))
    return found && isVisible(parts, found.createdAt) ? orderObject(ledger, found) : null
  }
  const product = (args: Arguments) => {
    const found = ledger.products.get(numberIn(args))
    return found ? productObject(ledger, found) : null
  }
  const inventoryItem = (args: Arguments) => {
    const all = [...ledger.products.values()].flatMap((each) => each.variants.map((variant) => ({ each, variant })))
    // The item of a variant has the next number.
    const found = all.find(({ variant }) => variant.id + 1 === numberIn(args))
    return (found && (variantObject(ledger, found.each, found.variant)['inventoryItem'] as DataObject)) ?? null
  }
  const nodes: Record<string, (args: Arguments) => DataObject | null> = {
    BulkOperation: ({ id }) => bulk.find(String(id)),
    Order: order,
    Product: product,
    Shop: () => shopObject(ledger.shop),
  }
  return {
    typeName: 'QueryRoot',
    shop: () => shopObject(ledger.shop),
    orders,
    order,
    products,
    product,
    inventoryItem,
    productVariants: variants,
    node: (args: Arguments) => {
      const type = String(args['id']).split('/')[3] ?? ''
      const denied = deniedField(scopes, 'QueryRoot', type.toLowerCase())
      if (denied) throw denied
      return nodes[type]?.(args) ?? null
    },
    currentBulkOperation: ({ type }: Arguments) => (type === 'MUTATION' ? null : bulk.current()),
    bulkOperation: ({ id }: Arguments) => bulk.find(String(id)),
    bulkOperations: connect('BulkOperation', () => bulk.all()),
    currentAppInstallation: () => ({
      typeName: 'AppInstallation',
      id: gid('AppInstallation', 1),
      accessScopes: scopes.map((handle) => ({ typeName: 'AccessScope', handle, description: handle })),
    }),
  }
}

function mutationRoot(parts: Parts): DataObject {
  return {
    typeName: 'Mutation',
    bulkOperationRunQuery: ({ query }: Arguments) => parts.bulk.run(String(query), queryRoot(parts), parts.scopes),
    bulkOperationCancel: ({ id }: Arguments) => parts.bulk.cancel(String(id)),
  }
}

/** Orders older than 60 days need a scope that Shopify grants on request. */
function isVisible({ scopes, clock }: Parts, createdAt: string): boolean {
  return scopes.includes('read_all_orders') || Date.parse(createdAt) > clock.now().getTime() - sixtyDays
}

function ordersOf(parts: Parts, args: Arguments, search: Search): { node: DataObject; key: string }[] {
  const { ledger } = parts
  const known = ['updated_at', 'created_at', 'processed_at', 'id', 'name', 'test', 'status', 'financial_status']
  const filter = searchOf(args, known, 'orders', search)
  const found = [...ledger.orders.values()].filter((order) => {
    const { id, updatedAt, createdAt, isTest, number, canceledAt } = order
    const texts = {
      updated_at: updatedAt,
      created_at: createdAt,
      processed_at: createdAt,
      id: String(id),
      name: `#${number}`,
    }
    const status = canceledAt ? 'cancelled' : 'open'
    return isVisible(parts, createdAt) && filter({ ...texts, test: String(isTest), status, financial_status: 'paid' })
  })
  const keys: Record<string, (order: (typeof found)[number]) => string> = {
    UPDATED_AT: ({ updatedAt }) => updatedAt,
    CREATED_AT: ({ createdAt }) => createdAt,
    PROCESSED_AT: ({ createdAt }) => createdAt,
    TOTAL_PRICE: (order) => String(totalOf(order)).padStart(15, '0'),
  }
  return sorted(found, keys[String(args['sortKey'] ?? 'PROCESSED_AT')] ?? (() => ''), args, (order) =>
    orderObject(ledger, order),
  )
}

function productsOf({ ledger }: Parts, args: Arguments, search: Search): { node: DataObject; key: string }[] {
  const filter = searchOf(args, ['updated_at', 'created_at', 'id', 'status', 'title', 'vendor'], 'products', search)
  const found = [...ledger.products.values()].filter(({ id, updatedAt, createdAt, status, title, vendor }) =>
    filter({ id: String(id), updated_at: updatedAt, created_at: createdAt, status, title, vendor }),
  )
  const keys: Record<string, (product: (typeof found)[number]) => string> = {
    UPDATED_AT: ({ updatedAt }) => updatedAt,
    CREATED_AT: ({ createdAt }) => createdAt,
    TITLE: ({ title }) => title,
  }
  return sorted(found, keys[String(args['sortKey'])] ?? (() => ''), args, (product) => productObject(ledger, product))
}

function searchOf(
  args: Arguments,
  known: string[],
  field: string,
  search: Search,
): ReturnType<typeof readSearch>['test'] {
  const query = args['query'] as string | null | undefined
  const { test, warnings } = readSearch(query, known)
  if (warnings.length > 0) search.push({ path: [field], query: query ?? '', warnings })
  return test
}

/** Orders by a key and then by id, as the cursors do. */
function sorted<Item extends { id: number }>(
  items: Item[],
  keyOf: (item: Item) => string,
  args: Arguments,
  objectOf: (item: Item) => DataObject,
): { node: DataObject; key: string }[] {
  const sign = args['reverse'] === true ? -1 : 1
  return items
    .map((item) => ({ item, key: `${keyOf(item)} ${String(item.id).padStart(18, '0')}` }))
    .toSorted((one, other) => sign * (one.key < other.key ? -1 : 1))
    .map(({ item, key }) => ({ node: objectOf(item), key }))
}
