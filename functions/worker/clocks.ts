import type { Queue } from './queue.ts'

/** Lets what has run out of time do so, for whoever is told of it: who asks finds it so anyway. */
export const clocks: Queue = {
  name: 'clocks',
  schedule: '* * * * *',
  split: async (sql) => {
    const rows = await sql`select commerce.due_brands() as brand_id`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const [row] = await sql.begin(async (transaction) => {
      await transaction`select core.enter_brand(${brand_id})`
      return await transaction`select commerce.settle_due(${brand_id}) as moved`
    })
    return { brand_id, moved: Number(row?.moved) }
  },
}
