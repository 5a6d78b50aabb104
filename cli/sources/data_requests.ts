import type { Sql } from 'postgres'

/** A customer's request for data that a shop passed on, and that the operator must answer. */
export interface DataRequest {
  request_id: string
  brand_id: string
  shop: string
  /** Null if the customer or the shop was erased meanwhile. */
  customer_id: string | null
  order_ids: string[]
  requested_at: string
  due_on: string
}

/** Returns the open requests of all brands, or of one, the oldest first. */
export async function listDataRequests(sql: Sql, brandId?: string): Promise<DataRequest[]> {
  const rows = await sql`select to_json(held) as request from sources.open_data_requests() as held`
  const open = rows.map(({ request }) => request as DataRequest)
  return brandId === undefined ? open : open.filter(({ brand_id }) => brand_id === brandId)
}

/** Records a request as answered in every brand of its shop, and removes its ids. Throws an Error if it is not open. */
export async function answerDataRequest(sql: Sql, requestId: string): Promise<void> {
  const open = (await listDataRequests(sql)).filter(({ request_id }) => request_id === requestId)
  if (open.length === 0) throw new Error(`There is no open request ${requestId}.`)
  for (const { brand_id } of open) {
    await sql`select core.enter_brand(${brand_id}), sources.answer_data_request(${brand_id}, ${requestId})`
  }
}
