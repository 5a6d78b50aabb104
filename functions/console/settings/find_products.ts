import type { Context } from 'hono'
import type { z } from 'zod'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { bundles } from '../../../shared/operations/storefront/bundles.ts'
import { product } from '../../../shared/operations/storefront/product.ts'
import { products } from '../../../shared/operations/storefront/products.ts'
import { search } from '../../../shared/operations/storefront/search.ts'
import type { AppContext } from '../app_context.ts'
import { readResults, request } from '../page_context.ts'
import { money } from '../parts/format.ts'

/** A product or bundle that a person can choose. */
export interface Found {
  kind: 'product' | 'bundle'
  id: string
  title: string
  price: string
}

const foundMax = 8
/** The `meta` of requests of shop operations: their output schemas require it, and pages do not show it. */
export const shopMeta = { response_time_ms: 0 }

type Card = Pick<z.output<(typeof products)['output']>['products'][number], 'id' | 'title' | 'price'>

/**
 * Finds products by words of the catalog or by their id, and bundles by a part of their name or id. Without a text it returns the first
 * products. `chosen` is an earlier choice as product/id or bundle/id, and comes first.
 */
export async function findProducts(
  app: AppContext,
  context: Context<AppEnv>,
  { text = '', chosen }: { text?: string | undefined; chosen?: string | undefined },
): Promise<Found[]> {
  const [chosenKind, chosenId] = partsOf(chosen ?? '')
  const listed = { limit: foundMax }
  const [matches, named, earlier, sets] = await readResults(app, context, [
    text === ''
      ? request(products, listed, shopMeta)
      : request(search, { ...listed, q: text, variants: 'all' }, shopMeta),
    request(product, { product_id: text.slice(0, 100) || 'none' }, shopMeta),
    request(product, { product_id: (chosenKind === 'product' ? chosenId : '').slice(0, 100) || 'none' }, shopMeta),
    request(bundles, {}, shopMeta),
  ])
  const sought = text.toLowerCase()
  const offered = (sets.body?.bundles ?? []).map(({ id, name, bundlePrice }): Found => {
    // The API returns prices of bundles as texts, such as 120.00 USD.
    const [amount, currency = ''] = bundlePrice.split(' ')
    return { kind: 'bundle', id, title: name, price: money(Number(amount), { currency }) }
  })
  const found = [
    ...(earlier.body ? [foundOf(earlier.body)] : []),
    ...offered.filter(({ id }) => chosenKind === 'bundle' && id === chosenId),
    ...(named.body ? [foundOf(named.body)] : []),
    ...(matches.body?.products ?? []).map(foundOf),
    ...offered.filter(({ id, title }) => text !== '' && `${title} ${id}`.toLowerCase().includes(sought)),
  ]
  return [...new Map(found.map((each) => [valueOf(each), each])).values()]
}

/** The value of a choice in a form. */
export function valueOf({ kind, id }: Pick<Found, 'kind' | 'id'>): string {
  return `${kind}/${id}`
}

/** Returns the kind and the id of a choice. Ids can contain slashes. */
export function partsOf(value: string): [kind: string, id: string] {
  const [kind = ''] = value.split('/', 1)
  return [kind, value.slice(kind.length + 1)]
}

function foundOf({ id, title, price }: Card): Found {
  return { kind: 'product', id, title, price: money(price.amount, price) }
}
