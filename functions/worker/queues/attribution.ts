import { attemptPart, clearDayFailures, clearFailures, permanentErrorClass } from '../failures.ts'
import type { Failure } from '../failures.ts'
import { splitByBrand } from './queue.ts'
import type { Queue } from './queue.ts'
import type { Database } from '../../../shared/db/pool.ts'

/**
 * Attributes the orders of the last 90 days again, because refunds, late touches and linked devices change them. Then computes
 * the markov credits of every day that changed since the last run.
 */
export const attribution: Queue = {
  name: 'attribution',
  split: splitByBrand,
  run: async (sql, { brand_id = '' }) => {
    const { orders, failures } = await attributeLately(sql, brand_id)
    const part = { brandId: brand_id, queue: 'attribution', subject: 'markov credits' }
    const { result, failure } = await attemptPart(sql, part, async () => {
      const [row] = await sql`select core.enter_brand(${brand_id}), analytics.credit_markov(${brand_id}) as days`
      await clearFailures(sql, brand_id, part.queue, part.subject)
      return Number(row?.days)
    })
    if (failure) failures.push(failure)
    if (failures.length === 0) await clearFailures(sql, brand_id, 'attribution')
    return { brand_id, orders, markov_days: result ?? 0, ...(failures.length > 0 ? { failures } : {}) }
  },
}

/** Attributes all days in one call, which is fastest. If it fails, attributes each day alone, so that one bad day blocks no other. */
async function attributeLately(sql: Database, brandId: string): Promise<{ orders: number; failures: Failure[] }> {
  try {
    const [row] = await sql`select core.enter_brand(${brandId}), analytics.attribute_lately(${brandId}) as orders`
    await clearDayFailures(sql, brandId, 'attribution')
    return { orders: Number(row?.orders), failures: [] }
  } catch (thrown) {
    if (permanentErrorClass(thrown) === null) throw thrown
    return await attributeByDay(sql, brandId)
  }
}

async function attributeByDay(sql: Database, brandId: string): Promise<{ orders: number; failures: Failure[] }> {
  const [due] = await sql`
    select core.enter_brand(${brandId}), array(select analytics.days_to_attribute(${brandId})::text) as days`
  let orders = 0
  const failures: Failure[] = []
  for (const day of (due?.days ?? []) as string[]) {
    const part = { brandId, queue: 'attribution', subject: `day ${day}`, day }
    const { result, failure } = await attemptPart(sql, part, async () => {
      const [row] = await sql`
        select core.enter_brand(${brandId}), analytics.attribute(${brandId}, ${day}, ${day}) as orders`
      await clearFailures(sql, brandId, 'attribution', part.subject)
      return Number(row?.orders)
    })
    orders += result ?? 0
    if (failure) failures.push(failure)
  }
  return { orders, failures }
}
