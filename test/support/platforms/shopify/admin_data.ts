import { amount, decimal, decimalPlaces } from '../money.ts'
import type { DataObject } from './graphql/execute.ts'
import { connect } from './connection.ts'
import { refundedOf, subtotalOf, totalOf } from './shop_ledger.ts'
import type { Journey, Line, Order, Product, Refund, Shop, ShopLedger, Variant, Visit } from './shop_ledger.ts'

export function gid(type: string, id: number): string {
  return `gid://shopify/${type}/${id}`
}

/** MoneyV2 writes at least one decimal place and no further zeros: 25.0, 19.99. */
function moneyV2(micros: bigint, currencyCode: string): DataObject {
  const text = decimal(micros, 6).replace(/0+$/, '')
  return { typeName: 'MoneyV2', amount: text.endsWith('.') ? `${text}0` : text, currencyCode }
}

/** An amount in the currency of the shop and, at nine tenths, in the currency that the buyer saw. */
function moneyBag(micros: bigint, { currency }: Shop, presentmentCurrency: string): DataObject {
  const isSame = presentmentCurrency === currency
  const unit = 10n ** BigInt(6 - decimalPlaces(presentmentCurrency))
  const converted = ((micros * 9n) / 10n / unit) * unit
  return {
    typeName: 'MoneyBag',
    shopMoney: moneyV2(micros, currency),
    presentmentMoney: moneyV2(isSame ? micros : converted, presentmentCurrency),
  }
}

export function shopObject({ domain, name, currency, timezone }: Shop): DataObject {
  return {
    typeName: 'Shop',
    id: gid('Shop', 690_933_842),
    name,
    myshopifyDomain: domain,
    currencyCode: currency,
    ianaTimezone: timezone,
    timezoneOffset: '-0500',
    email: 'owner@example.com',
    createdAt: '2020-01-02T03:04:05Z',
    primaryDomain: { typeName: 'Domain', url: `https://${domain}`, host: domain },
    plan: { typeName: 'ShopPlan', publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false },
  }
}

export function orderObject(ledger: ShopLedger, order: Order): DataObject {
  const { shop } = ledger
  const bag = (micros: bigint) => moneyBag(micros, shop, order.presentmentCurrency)
  const refunded = refundedOf(order)
  const total = totalOf(order)
  const status = refunded === 0n ? 'PAID' : refunded >= total ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  return {
    typeName: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: String(order.id),
    name: `#${order.number}`,
    createdAt: order.createdAt,
    processedAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.canceledAt,
    cancelReason: order.canceledAt ? 'CUSTOMER' : null,
    closedAt: null,
    test: order.isTest,
    confirmed: true,
    sourceName: 'web',
    tags: [],
    currencyCode: shop.currency,
    presentmentCurrencyCode: order.presentmentCurrency,
    displayFinancialStatus: status,
    displayFulfillmentStatus: 'UNFULFILLED',
    statusPageUrl: `https://${shop.domain}/orders/${order.id}`,
    subtotalPriceSet: bag(subtotalOf(order.lines) - order.discount),
    totalDiscountsSet: bag(order.discount),
    totalShippingPriceSet: bag(order.shipping),
    totalTaxSet: bag(order.tax),
    totalPriceSet: bag(total),
    currentTotalPriceSet: bag(total - refunded),
    totalRefundedSet: bag(refunded),
    totalReceivedSet: bag(total),
    subtotalLineItemsQuantity: order.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    refunds: ({ first }: { first?: number }) =>
      order.refunds.slice(0, first ?? order.refunds.length).map((refund) => refundObject(ledger, order, refund)),
    customer: order.customerId === null ? null : customerObject(order.customerId),
    lineItems: connect('LineItem', () => order.lines.map((line) => lineObject(ledger, order, line))),
    customerJourneySummary: order.journey && journeyObject(order.journey),
  }
}

function customerObject(id: number): DataObject {
  const times = { createdAt: '2024-01-02T03:04:05Z', updatedAt: '2024-01-02T03:04:05Z' }
  return {
    typeName: 'Customer',
    id: gid('Customer', id),
    legacyResourceId: String(id),
    numberOfOrders: '1',
    ...times,
  }
}

function lineObject(ledger: ShopLedger, order: Order, line: Line): DataObject {
  const { shop } = ledger
  const product = ledger.products.get(line.productId)
  const variant = product?.variants.find(({ id }) => id === line.variantId)
  const bag = (micros: bigint) => moneyBag(micros, shop, order.presentmentCurrency)
  const returned = order.refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineId === line.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    typeName: 'LineItem',
    id: gid('LineItem', line.id),
    title: line.title,
    name: line.title,
    sku: line.sku,
    variantTitle: variant?.title ?? null,
    vendor: product?.vendor ?? null,
    quantity: line.quantity,
    currentQuantity: Math.max(0, line.quantity - returned),
    originalUnitPriceSet: bag(line.price),
    discountedUnitPriceSet: bag(line.price),
    originalTotalSet: bag(line.price * BigInt(line.quantity)),
    discountedTotalSet: bag(line.price * BigInt(line.quantity)),
    // A deleted product is null in the lines that sold it.
    product: product ? productObject(ledger, product) : null,
    variant: product && variant ? variantObject(ledger, product, variant) : null,
  }
}

function refundObject(ledger: ShopLedger, order: Order, refund: Refund): DataObject {
  const bag = (micros: bigint) => moneyBag(micros, ledger.shop, order.presentmentCurrency)
  return {
    typeName: 'Refund',
    id: gid('Refund', refund.id),
    legacyResourceId: String(refund.id),
    createdAt: refund.createdAt,
    updatedAt: refund.createdAt,
    note: null,
    totalRefundedSet: bag(refund.amount),
    refundLineItems: connect('RefundLineItem', () =>
      refund.lines.map(({ lineId, quantity }, index) => {
        const line = order.lines.find(({ id }) => id === lineId)!
        return {
          typeName: 'RefundLineItem',
          id: gid('RefundLineItem', refund.id + index),
          lineItem: lineObject(ledger, order, line),
          quantity,
          restocked: true,
          subtotalSet: bag(line.price * BigInt(quantity)),
        }
      }),
    ),
  }
}

function journeyObject({ isReady, visits }: Journey): DataObject {
  const shown = isReady ? visits.map(visitObject) : []
  return {
    typeName: 'CustomerJourneySummary',
    ready: isReady,
    customerOrderIndex: isReady ? 1 : null,
    daysToConversion: isReady ? visits.length : null,
    momentsCount: isReady ? { typeName: 'Count', count: visits.length, precision: 'EXACT' } : null,
    firstVisit: shown[0] ?? null,
    lastVisit: shown.at(-1) ?? null,
    moments: isReady ? connect('CustomerMoment', () => shown) : null,
  }
}

function visitObject({ id, occurredAt, source, utm }: Visit): DataObject {
  const none = { source: null, medium: null, campaign: null, content: null, term: null }
  return {
    typeName: 'CustomerVisit',
    id: gid('CustomerVisit', id),
    occurredAt,
    source,
    sourceType: null,
    sourceDescription: null,
    landingPage: 'https://shop.example.com/',
    referrerUrl: null,
    referralCode: null,
    utmParameters: utm && { typeName: 'UTMParameters', ...none, ...utm },
  }
}

export function productObject(ledger: ShopLedger, product: Product): DataObject {
  const { currency, domain } = ledger.shop
  const prices = product.variants.map(({ price }) => price).toSorted((one, other) => Number(one - other))
  const url = `https://cdn.example.com/${product.handle}.jpg`
  const image = { typeName: 'Image', url, altText: product.title }
  return {
    typeName: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    status: product.status,
    vendor: product.vendor,
    productType: 'Bags',
    tags: ['wool'],
    description: product.title,
    descriptionHtml: `<p>${product.title}</p>`,
    onlineStoreUrl: product.status === 'ACTIVE' ? `https://${domain}/products/${product.handle}` : null,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.status === 'ACTIVE' ? product.createdAt : null,
    totalInventory: product.variants.reduce((sum, variant) => sum + availableOf(variant), 0),
    tracksInventory: true,
    hasOnlyDefaultVariant: product.variants.length === 1,
    featuredMedia: {
      typeName: 'MediaImage',
      id: gid('MediaImage', product.id + 1),
      alt: product.title,
      image,
      preview: { typeName: 'MediaPreviewImage', image },
    },
    variantsCount: { typeName: 'Count', count: product.variants.length, precision: 'EXACT' },
    priceRangeV2: {
      typeName: 'ProductPriceRangeV2',
      minVariantPrice: moneyV2(prices[0] ?? 0n, currency),
      maxVariantPrice: moneyV2(prices.at(-1) ?? 0n, currency),
    },
    variants: connect('ProductVariant', () =>
      product.variants.map((variant) => variantObject(ledger, product, variant)),
    ),
  }
}

export function variantObject(ledger: ShopLedger, product: Product, variant: Variant): DataObject {
  const { currency } = ledger.shop
  const { id, price, compareAtPrice, unitCost } = variant
  const available = availableOf(variant)
  return {
    typeName: 'ProductVariant',
    id: gid('ProductVariant', id),
    legacyResourceId: String(id),
    title: variant.title,
    displayName: `${product.title} - ${variant.title}`,
    sku: variant.sku,
    barcode: null,
    position: product.variants.indexOf(variant) + 1,
    price: amount(price, currency),
    compareAtPrice: compareAtPrice === null ? null : amount(compareAtPrice, currency),
    inventoryQuantity: available,
    inventoryPolicy: 'DENY',
    availableForSale: available > 0,
    createdAt: product.createdAt,
    updatedAt: variant.updatedAt,
    selectedOptions: (product.options ?? ['Size']).map((name, index) => ({
      typeName: 'SelectedOption',
      name,
      value: variant.title.split(' / ')[index],
    })),
    product: () => productObject(ledger, product),
    inventoryItem: {
      typeName: 'InventoryItem',
      id: gid('InventoryItem', id + 1),
      legacyResourceId: String(id + 1),
      sku: variant.sku,
      tracked: true,
      variants: connect('ProductVariant', () => [variantObject(ledger, product, variant)]),
      updatedAt: variant.updatedAt,
      unitCost: unitCost === null ? null : moneyV2(unitCost, currency),
      inventoryLevels: connect('InventoryLevel', () =>
        [...variant.inventory].map(([location, quantity]) => levelObject(variant, location, quantity)),
      ),
    },
  }
}

function levelObject({ id, updatedAt }: Variant, location: number, quantity: number): DataObject {
  return {
    typeName: 'InventoryLevel',
    id: `${gid('InventoryLevel', location)}?inventory_item_id=${id + 1}`,
    updatedAt,
    location: { typeName: 'Location', id: gid('Location', location), name: `Location ${location}` },
    quantities: ({ names }: { names?: string[] }) =>
      (names ?? []).map((name) => ({
        typeName: 'InventoryQuantity',
        name,
        quantity: name === 'available' ? quantity : 0,
      })),
  }
}

function availableOf({ inventory }: Variant): number {
  return [...inventory.values()].reduce((sum, quantity) => sum + quantity, 0)
}
