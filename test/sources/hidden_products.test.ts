import { describe, expect, test } from 'vitest'
import { useCommerce } from '../support/commerce.ts'

const commerce = useCommerce()
const source = 'src_test'
const variant = (id: string, group: string, price = 10) => ({
  id,
  item_group_id: group,
  title: id,
  price,
  currency: 'USD',
  availability: 'in_stock',
})

/** Writes what a connected shop reported, as the worker does. `groups` are the products that were read. */
async function read(brandId: string, variants: object[], groups: string[] | null = null) {
  const lines = JSON.stringify(variants.map((product) => ({ product })))
  return await commerce.sql().begin(async (sql) => {
    await sql`set local role vitrine_worker`
    await sql`select core.enter_brand(${brandId})`
    const [row] = await sql`
      select storefront.commit_shop_products(${brandId}, ${source}, ${lines}::text::jsonb, ${groups}) as report`
    return row?.report as { changed: number; deleted: number }
  })
}

async function shop() {
  const opened = await commerce.shop()
  await read(opened.brandId, [variant('red', 'shirt'), variant('blue', 'shirt'), variant('hat', 'hats')])
  await opened.merchant('POST', '/hidden-products', { product_id: 'red' })
  const isShown = async (id: string) => (await opened.agent('GET', `/products/${id}`)).status === 200
  const hidden = async () => (await opened.merchant('GET', '/hidden-products')).body.products
  return { ...opened, isShown, hidden }
}

describe('a read of a connected shop', () => {
  test.each([
    ['of all products', null],
    ['that a webhook made due', ['shirt']],
  ])('%s updates a hidden variant and does not show it', async (_, groups) => {
    const { brandId, merchant, agent, isShown, hidden } = await shop()
    const now = [variant('red', 'shirt', 12), variant('blue', 'shirt'), ...(groups ? [] : [variant('hat', 'hats')])]
    expect(await read(brandId, now, groups)).toEqual({ changed: 0, deleted: 0 })
    expect([await isShown('red'), await hidden()]).toMatchObject([false, [{ product_id: 'red', is_restorable: true }]])
    await merchant('DELETE', '/hidden-products/red')
    expect((await agent('GET', '/products/red')).body.price.amount).toBe(12)
    expect(await read(brandId, now, groups)).toEqual({ changed: 0, deleted: 0 })
  })

  test('of other products changes nothing of a hidden one', async () => {
    const { brandId, hidden } = await shop()
    await read(brandId, [variant('hat', 'hats', 20)], ['hats'])
    expect(await hidden()).toMatchObject([{ product_id: 'red', is_restorable: true }])
  })

  test('that no longer has it withdraws it, and it stays hidden when it returns', async () => {
    const { brandId, isShown, hidden } = await shop()
    await read(brandId, [variant('blue', 'shirt')], ['shirt'])
    expect(await hidden()).toMatchObject([{ product_id: 'red', is_restorable: false }])
    await read(brandId, [variant('red', 'shirt'), variant('blue', 'shirt')], ['shirt'])
    expect([await isShown('red'), await hidden()]).toMatchObject([false, [{ is_restorable: true }]])
  })
})
