import { causeOf } from '../../../shared/log/log.ts'
import type { Reply, ReportName } from '../../../shared/sources/platform.ts'
import { productLines } from '../../../shared/sources/storage/product_lines.ts'
import { SourceError } from '../../../shared/sources/source_error.ts'
import { storableJson } from '../../../shared/sources/storage/storable_json.ts'
import { grantOf, pacedCall } from './read_window.ts'
import type { Reading } from './read_window.ts'
import { accountOf } from './source_window.ts'
import { waitSeconds } from './waits.ts'

interface DueObjects {
  report: ReportName
  ids: string[]
  began_at: string
}

const retrySeconds = 600

/**
 * Reads single objects of a source that are due, such as an order of a webhook, and stores them. Returns false if there are none, or if the
 * platform refused. They are then due later, and the next window says what a person must do.
 */
export async function readObjects(reading: Reading): Promise<boolean> {
  const { sql, source, lease, platform, options } = reading
  const { brand_id, source_id } = source
  const [row] = await sql`select core.enter_brand(${brand_id}), sources.next_objects(${brand_id}, ${source_id}) as due`
  const due = row?.due as DueObjects | null
  const read = platform.reports.find(({ name }) => name === due?.report)?.readObjects
  if (!due || !read) return false
  try {
    const { grant, shop } = await grantOf(reading)
    const reply = await read(pacedCall(reading, grant, shop), accountOf(source), due.ids)
    await sql`
      select core.enter_brand(${brand_id}), sources.commit_objects(
        ${brand_id}, ${source_id}, ${lease}, ${due.report}, ${storableJson(storedForm(reply))}::text::jsonb, ${due.began_at}
      )`
    return true
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown
    const { reason, remedy, retryAfterSeconds } = thrown
    reading.log({
      level: 'warn',
      source_id,
      report: due.report,
      objects: due.ids.length,
      reason,
      remedy,
      cause: causeOf(thrown),
    })
    const seconds = waitSeconds(0, retryAfterSeconds ?? retrySeconds, options.waitScale)
    await sql`
      select core.enter_brand(${brand_id}), sources.delay_objects(${brand_id}, ${source_id}, ${due.report}, ${due.ids}, ${seconds})`
    return false
  }
}

function storedForm(reply: Reply): unknown {
  return reply.kind === 'products' ? { ...reply, products: productLines(reply) } : reply
}
