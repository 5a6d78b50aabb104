import { expect } from 'vitest'
import type { useShops } from './shops.ts'

/** Searches a shop, and returns the parts of an answer of the documented form. */
export async function searchShop(
  shops: ReturnType<typeof useShops>,
  brandId: string,
  parameters: Record<string, string>,
) {
  const { status, body } = await shops.look(brandId, `/search?${new URLSearchParams(parameters).toString()}`)
  expect(status).toBe(200)
  expect(shops.faults('get', '/api/storefront/{brand_id}/search', body)).toEqual([])
  return {
    ids: (body.products as { id: string }[]).map(({ id }) => id),
    filters: body.applied_filters as Record<string, unknown>,
    unmatched: body.query_interpretation.unmatched as string[],
    messages: body.messages as { code: string; content: string }[],
  }
}
