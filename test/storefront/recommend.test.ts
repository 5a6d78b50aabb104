import { describe, expect, test } from 'vitest'
import { stock } from '../support/catalog_rows.ts'
import { createTenant } from '../support/factories.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
const { look } = shops

async function shop() {
  const { brandId } = await createTenant(shops.sql())
  const tent = { brand: 'Alpine', category: 'Outdoor > Tents', attributes: { season: 'summer' } }
  await stock(shops.database(), brandId, [
    { id: 'small', title: 'Ridge tent for two', price: 100, item_group_id: 'g', ...tent },
    { id: 'large', title: 'Ridge tent for four', price: 100, item_group_id: 'g', ...tent },
    { id: 'better', title: 'Ridge tent pro', price: 180, ...tent },
    { id: 'rival', title: 'Valley tent for two', price: 90, ...tent, brand: 'Camp' },
    { id: 'lamp', title: 'Lantern', price: 20, brand: 'Alpine', category: 'Outdoor > Lights' },
    { id: 'pan', title: 'Frying pan', price: 20, brand: 'Brew', category: 'Kitchen' },
  ])
  return brandId
}

describe('200', () => {
  test.each([
    ['variant_of', 'large', 'Another variant of the same product.'],
    ['alternative_to', 'rival', 'The same kind of product by Camp.'],
    ['upgrade_from', 'better', 'Of the same kind, for 80 % more.'],
    ['pairs_with', 'lamp', 'By Alpine too, from Outdoor > Lights.'],
    ['complement', 'lamp', 'From the same department, of another kind: Outdoor > Lights.'],
    ['good_for', 'better', 'Has in common: season.'],
    ['similar_to', 'rival', 'Described in the same words, in Outdoor > Tents.'],
  ])('%s includes %s with its reason, ordered by strength', async (type, id, reasoning) => {
    const { status, body } = await look(await shop(), `/recommend?product_id=small&type=${type}`)
    expect([status, body.recommendation_type, body.source_product]).toEqual([200, type, 'small'])
    const found = body.products.find((card: { id: string }) => card.id === id)
    expect(found.relationship).toMatchObject({ type, reasoning, strength: expect.any(Number) })
    expect(body.products.map((card: { id: string }) => card.id)).not.toContain('small')
    const strengths = body.products.map((card: { relationship: { strength: number } }) => card.relationship.strength)
    expect(strengths).toEqual(strengths.toSorted((a: number, b: number) => b - a))
  })
})

describe('400 and 404', () => {
  test.each([
    ['/recommend', 400],
    ['/recommend?product_id=small&type=magic', 400],
    ['/recommend?product_id=nothing', 404],
  ])('%s returns %i', async (path, status) => {
    expect((await look(await shop(), path)).status).toBe(status)
  })
})
