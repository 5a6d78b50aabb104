import type { Queue } from './queue.ts'

/** Deletes the data of brands that an owner deleted seven days ago. One job for each brand, so that one failure stops no other. */
export const deleteBrands: Queue = {
  name: 'delete_brands',
  split: async (sql) => {
    const rows = await sql`select core.brands_to_delete() as brand_id`
    return rows.map((row) => ({ brand_id: row.brand_id as string }))
  },
  run: async (sql, { brand_id = '' }) => {
    const [row] = await sql`select core.delete_due_brand(${brand_id}) as deleted`
    return { deleted: Number(row?.deleted) }
  },
}
