import { parseSchema } from './graphql/schema.ts'

/**
 * The part of the GraphQL Admin API 2026-10 that this server knows. Any other field is refused as undefined. Names and
 * types are those of shopify.dev; what a read-only client of orders, products and inventory needs.
 */
const text = `
scalar ID scalar String scalar Int scalar Float scalar Boolean scalar DateTime scalar Decimal scalar Money scalar URL
scalar UnsignedInt64 scalar HTML scalar JSON

enum CurrencyCode { USD EUR GBP JPY CAD KWD }
enum OrderSortKeys { CREATED_AT CUSTOMER_NAME FINANCIAL_STATUS ID ORDER_NUMBER PROCESSED_AT RELEVANCE TOTAL_PRICE UPDATED_AT }
enum ProductSortKeys { CREATED_AT ID INVENTORY_TOTAL PRODUCT_TYPE PUBLISHED_AT RELEVANCE TITLE UPDATED_AT VENDOR }
enum ProductVariantSortKeys { ID POSITION SKU TITLE FULL_TITLE RELEVANCE }
enum BulkOperationType { MUTATION QUERY }
enum BulkOperationStatus { CANCELED CANCELING COMPLETED CREATED EXPIRED FAILED RUNNING }
enum BulkOperationErrorCode { ACCESS_DENIED INTERNAL_SERVER_ERROR TIMEOUT }

type QueryRoot {
  shop: Shop!
  orders(first: Int, after: String, last: Int, before: String, reverse: Boolean, sortKey: OrderSortKeys, query: String): OrderConnection!
  order(id: ID!): Order
  products(first: Int, after: String, last: Int, before: String, reverse: Boolean, sortKey: ProductSortKeys, query: String): ProductConnection!
  product(id: ID!): Product
  inventoryItem(id: ID!): InventoryItem
  productVariants(first: Int, after: String, last: Int, before: String, reverse: Boolean, sortKey: ProductVariantSortKeys, query: String): ProductVariantConnection!
  node(id: ID!): Node
  currentBulkOperation(type: BulkOperationType): BulkOperation
  bulkOperation(id: ID!): BulkOperation
  bulkOperations(first: Int, after: String, last: Int, before: String, reverse: Boolean, query: String): BulkOperationConnection!
  currentAppInstallation: AppInstallation!
}
type Mutation {
  bulkOperationRunQuery(query: String!, groupObjects: Boolean): BulkOperationRunQueryPayload
  bulkOperationCancel(id: ID!): BulkOperationCancelPayload
}
interface Node { id: ID! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type Count { count: Int! precision: String! }
type AppInstallation implements Node { id: ID! accessScopes: [AccessScope!]! }
type AccessScope { handle: String! description: String! }

type Shop implements Node {
  id: ID! name: String! myshopifyDomain: String! currencyCode: CurrencyCode! ianaTimezone: String! email: String!
  timezoneOffset: String! primaryDomain: Domain! plan: ShopPlan! createdAt: DateTime!
}
type Domain { url: URL! host: String! }
type ShopPlan { publicDisplayName: String! partnerDevelopment: Boolean! shopifyPlus: Boolean! }

type OrderConnection { nodes: [Order!]! edges: [OrderEdge!]! pageInfo: PageInfo! }
type OrderEdge { node: Order! cursor: String! }
type Order implements Node {
  id: ID! legacyResourceId: UnsignedInt64! name: String! createdAt: DateTime! processedAt: DateTime! updatedAt: DateTime!
  cancelledAt: DateTime cancelReason: String closedAt: DateTime test: Boolean! confirmed: Boolean! sourceName: String tags: [String!]!
  currencyCode: CurrencyCode! presentmentCurrencyCode: CurrencyCode! displayFinancialStatus: String displayFulfillmentStatus: String!
  subtotalPriceSet: MoneyBag totalDiscountsSet: MoneyBag totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag
  totalPriceSet: MoneyBag! currentTotalPriceSet: MoneyBag! totalRefundedSet: MoneyBag! totalReceivedSet: MoneyBag!
  refunds(first: Int): [Refund!]! customer: Customer subtotalLineItemsQuantity: Int! statusPageUrl: URL!
  lineItems(first: Int, after: String, last: Int, before: String, reverse: Boolean): LineItemConnection!
  customerJourneySummary: CustomerJourneySummary
}
type Customer implements Node { id: ID! legacyResourceId: UnsignedInt64! numberOfOrders: UnsignedInt64! createdAt: DateTime! updatedAt: DateTime! }
type LineItemConnection { nodes: [LineItem!]! edges: [LineItemEdge!]! pageInfo: PageInfo! }
type LineItemEdge { node: LineItem! cursor: String! }
type LineItem implements Node {
  id: ID! title: String! name: String! sku: String variantTitle: String vendor: String quantity: Int! currentQuantity: Int!
  originalUnitPriceSet: MoneyBag! originalTotalSet: MoneyBag! discountedTotalSet: MoneyBag! discountedUnitPriceSet: MoneyBag!
  product: Product variant: ProductVariant
}
type Refund implements Node {
  id: ID! legacyResourceId: UnsignedInt64! createdAt: DateTime updatedAt: DateTime! note: String totalRefundedSet: MoneyBag!
  refundLineItems(first: Int, after: String, last: Int, before: String, reverse: Boolean): RefundLineItemConnection!
}
type RefundLineItemConnection { nodes: [RefundLineItem!]! edges: [RefundLineItemEdge!]! pageInfo: PageInfo! }
type RefundLineItemEdge { node: RefundLineItem! cursor: String! }
type RefundLineItem { id: ID lineItem: LineItem! quantity: Int! restocked: Boolean! subtotalSet: MoneyBag! }

type CustomerJourneySummary {
  ready: Boolean! customerOrderIndex: Int daysToConversion: Int momentsCount: Count firstVisit: CustomerVisit lastVisit: CustomerVisit
  moments(first: Int, after: String, last: Int, before: String, reverse: Boolean): CustomerMomentConnection
}
type CustomerMomentConnection { nodes: [CustomerMoment!]! edges: [CustomerMomentEdge!]! pageInfo: PageInfo! }
type CustomerMomentEdge { node: CustomerMoment! cursor: String! }
interface CustomerMoment { occurredAt: DateTime! }
type CustomerVisit implements Node & CustomerMoment {
  id: ID! occurredAt: DateTime! source: String! sourceType: String sourceDescription: String landingPage: URL referrerUrl: URL
  referralCode: String utmParameters: UTMParameters
}
type UTMParameters { source: String medium: String campaign: String content: String term: String }

type ProductConnection { nodes: [Product!]! edges: [ProductEdge!]! pageInfo: PageInfo! }
type ProductEdge { node: Product! cursor: String! }
type Product implements Node {
  id: ID! legacyResourceId: UnsignedInt64! title: String! handle: String! status: String! vendor: String! productType: String!
  tags: [String!]! description: String! descriptionHtml: HTML! onlineStoreUrl: URL createdAt: DateTime! updatedAt: DateTime!
  publishedAt: DateTime totalInventory: Int! tracksInventory: Boolean! hasOnlyDefaultVariant: Boolean! featuredMedia: MediaImage
  priceRangeV2: ProductPriceRangeV2! variantsCount: Count
  variants(first: Int, after: String, last: Int, before: String, reverse: Boolean, sortKey: ProductVariantSortKeys): ProductVariantConnection!
}
type ProductPriceRangeV2 { minVariantPrice: MoneyV2! maxVariantPrice: MoneyV2! }
type MediaImage implements Node { id: ID! alt: String image: Image preview: MediaPreviewImage }
type MediaPreviewImage { image: Image }
type Image { url: URL! altText: String }
type ProductVariantConnection { nodes: [ProductVariant!]! edges: [ProductVariantEdge!]! pageInfo: PageInfo! }
type ProductVariantEdge { node: ProductVariant! cursor: String! }
type ProductVariant implements Node {
  id: ID! legacyResourceId: UnsignedInt64! title: String! displayName: String! sku: String barcode: String position: Int!
  price: Money! compareAtPrice: Money inventoryQuantity: Int inventoryPolicy: String! availableForSale: Boolean!
  createdAt: DateTime! updatedAt: DateTime! selectedOptions: [SelectedOption!]! inventoryItem: InventoryItem! product: Product!
}
type SelectedOption { name: String! value: String! }
type InventoryItem implements Node {
  variants(first: Int, after: String, last: Int, before: String, reverse: Boolean): ProductVariantConnection!
  id: ID! legacyResourceId: UnsignedInt64! sku: String tracked: Boolean! unitCost: MoneyV2 updatedAt: DateTime!
  inventoryLevels(first: Int, after: String, last: Int, before: String, reverse: Boolean): InventoryLevelConnection!
}
type InventoryLevelConnection { nodes: [InventoryLevel!]! edges: [InventoryLevelEdge!]! pageInfo: PageInfo! }
type InventoryLevelEdge { node: InventoryLevel! cursor: String! }
type InventoryLevel implements Node { id: ID! updatedAt: DateTime! location: Location! quantities(names: [String!]!): [InventoryQuantity!]! }
type InventoryQuantity { name: String! quantity: Int! }
type Location implements Node { id: ID! name: String! }

type BulkOperationConnection { nodes: [BulkOperation!]! edges: [BulkOperationEdge!]! pageInfo: PageInfo! }
type BulkOperationEdge { node: BulkOperation! cursor: String! }
type BulkOperation implements Node {
  id: ID! status: BulkOperationStatus! errorCode: BulkOperationErrorCode createdAt: DateTime! completedAt: DateTime
  objectCount: UnsignedInt64! rootObjectCount: UnsignedInt64! fileSize: UnsignedInt64 url: URL partialDataUrl: URL query: String! type: BulkOperationType!
}
type BulkOperationRunQueryPayload { bulkOperation: BulkOperation userErrors: [BulkOperationUserError!]! }
type BulkOperationCancelPayload { bulkOperation: BulkOperation userErrors: [UserError!]! }
type BulkOperationUserError { code: String field: [String!] message: String! }
type UserError { field: [String!] message: String! }
`

export const adminSchema = parseSchema(text)
