import { parseEnv } from '../../../shared/env.ts'
import { splitByBrand } from './queue.ts'
import type { Queue } from './queue.ts'

/** Deletes touches older than TOUCHES_KEEP_DAYS. Does nothing if it is not set. */
export const pruneTouches: Queue = {
  name: 'prune_touches',
  split: async (sql, brandIds) => (parseEnv().TOUCHES_KEEP_DAYS === undefined ? [] : await splitByBrand(sql, brandIds)),
  run: async (sql, { brand_id = '' }) => {
    const { TOUCHES_KEEP_DAYS: days } = parseEnv()
    if (days === undefined) return { brand_id, touches_pruned: 0 }
    const [row] =
      await sql`select core.enter_brand(${brand_id}), analytics.prune_touches(${brand_id}, ${days}) as touches`
    return { brand_id, touches_pruned: Number(row?.touches) }
  },
}
