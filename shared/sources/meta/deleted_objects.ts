import { z } from 'zod'
import type { Call } from '../call.ts'
import { digits } from '../reply_form.ts'
import { readPages } from './graph.ts'
import { isDeletedRefused } from './graph_error.ts'
import { readInsightRows } from './insight_rows.ts'
import type { Row, RowsRequest } from './insight_rows.ts'
import { insightsQuery } from './insights_query.ts'

/** More are not read by id, because each needs a request. What they report remains with their campaign or account. */
const readMax = 200
const pagesMax = 20

const object = z.object({ id: digits, campaign_id: digits.optional() })
export type DeletedObject = z.output<typeof object>

/**
 * Reads the insights of deleted and archived ads or campaigns by their ids. Meta gives them by id for as long as they exist, although
 * it may leave them out of the reports of an account. Returns no rows if Meta refuses to list them.
 */
export async function readDeleted(
  call: Call,
  request: Omit<RowsRequest, 'path' | 'parameters' | 'level'> & { level: 'ad' | 'campaign' },
  isMissing: (object: DeletedObject) => boolean,
): Promise<Row[]> {
  const { level, grain, account, window } = request
  const fields = level === 'ad' ? 'id,campaign_id' : 'id'
  const effective_status = JSON.stringify(['DELETED', 'ARCHIVED'])
  let objects: DeletedObject[]
  try {
    objects = await readPages(call, `act_${account.id}/${level}s`, { fields, effective_status }, object, { pagesMax })
  } catch (thrown) {
    if (isDeletedRefused(thrown)) return []
    throw thrown
  }
  const missing = objects.filter(isMissing)
  const rows: Row[] = []
  for (const { id } of missing.slice(0, readMax)) {
    const parameters = insightsQuery(level, grain, window, { hasDeleted: false })
    rows.push(...(await readInsightRows(call, { ...request, path: `${id}/insights`, parameters })))
  }
  return rows
}
