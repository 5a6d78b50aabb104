import { causeOf } from '../../../shared/log/log.ts'
import type { Reply, Report, ReportName } from '../../../shared/sources/platform.ts'
import { productLines } from '../../../shared/sources/storage/product_lines.ts'
import { storableJson } from '../../../shared/sources/storage/storable_json.ts'
import { grantOf, pacedCall } from './read_window.ts'
import type { Reading } from './read_window.ts'
import { accountOf } from './source_window.ts'
import { attentionOf, isInternal, needsPerson, troubleOf } from './trouble.ts'
import type { Trouble } from './trouble.ts'
import { attentionSeconds, waitSeconds } from './waits.ts'

interface DueObjects {
  report: ReportName
  ids: string[]
  /** How often the first of them failed. */
  attempts: number
  internal_errors: number
  began_at: string
}

/** Reasons that can concern one object of several. After others, no object is read in this pass. */
const reasonsOfOne = new Set([
  'exchange_rates_are_missing',
  'reading_failed',
  'reply_has_another_form',
  'reply_is_inconsistent',
  'report_is_too_large',
  'request_is_refused',
])

/** `none`: nothing is due. `next`: other objects can be read. `stopped`: no object can be read now. */
export type ObjectsOutcome = 'none' | 'next' | 'stopped'

/**
 * Reads single objects of a source that are due, such as an order of a webhook, and stores them. If a batch fails, its objects are read one
 * by one, so that one of them does not keep the others. An object that keeps failing needs attention, and is tried every hour.
 * `finished` has the objects that this run requested for the last time: an object is requested at most once in a batch and once alone, so
 * that a run ends.
 */
export async function readObjects(reading: Reading, finished: Set<string>): Promise<ObjectsOutcome> {
  const { sql, source, platform } = reading
  const { brand_id, source_id } = source
  const [row] = await sql`
    select core.enter_brand(${brand_id}), sources.next_objects(${brand_id}, ${source_id}, ${[...finished]}) as due`
  const due = row?.due as DueObjects | null
  const read = platform.reports.find(({ name }) => name === due?.report)?.readObjects
  if (!due || !read) return 'none'
  try {
    await readBatch(reading, read, due)
    for (const id of due.ids) finished.add(id)
    return 'next'
  } catch (thrown) {
    const trouble = troubleOf(thrown)
    if (trouble === null) throw thrown
    if (trouble === 'lost') return 'stopped'
    const { reason, remedy } = trouble
    const { report, ids } = due
    if (ids.length === 1) finished.add(ids[0] as string)
    reading.log({ level: 'warn', source_id, report, objects: ids.length, reason, remedy, cause: causeOf(thrown) })
    return await handle(reading, due, trouble)
  }
}

async function readBatch(reading: Reading, read: NonNullable<Report['readObjects']>, due: DueObjects): Promise<void> {
  const { sql, source, lease } = reading
  const { brand_id, source_id } = source
  const { grant, shop } = await grantOf(reading)
  const reply = await read(pacedCall(reading, grant, shop), accountOf(source), due.ids)
  await sql`
    select core.enter_brand(${brand_id}), sources.commit_objects(
      ${brand_id}, ${source_id}, ${lease}, ${due.report}, ${storableJson(storedForm(reply))}::text::jsonb, ${due.began_at}
    )`
}

async function handle(
  { sql, source, lease, options }: Reading,
  due: DueObjects,
  trouble: Trouble,
): Promise<ObjectsOutcome> {
  const { brand_id, source_id, connection_id } = source
  const { report, ids, attempts } = due
  const { reason, remedy, retryAfterSeconds } = trouble
  const attention = attentionOf(trouble, due)
  const wait = waitSeconds(attempts, retryAfterSeconds, options.waitScale)
  if (remedy === 'refresh' || remedy === 'reconnect') {
    await sql`select sources.fail_connection(${connection_id}, ${attention}::text::jsonb)`
    return 'stopped'
  }
  if (remedy === 'pause' || reason === 'limit_is_reached') {
    await sql`
      select core.enter_brand(${brand_id}), sources.wait_for_platform(${brand_id}, ${source_id}, ${lease}, ${wait})`
    return 'stopped'
  }
  const isOfOne = reasonsOfOne.has(reason)
  // An object that failed is read alone the next time.
  const isAlone = ids.length === 1
  const fails = isAlone && (remedy === 'stop' || remedy === 'wait' || needsPerson(trouble, due))
  const seconds = fails ? attentionSeconds : isOfOne && !isAlone ? 0 : wait
  await sql`
    select core.enter_brand(${brand_id}), sources.delay_objects(
      ${brand_id}, ${source_id}, ${report}, ${ids}, ${seconds}, ${fails ? attention : null}::text::jsonb,
      ${isInternal(trouble)}, ${attention}::text::jsonb
    )`
  return isOfOne ? 'next' : 'stopped'
}

function storedForm(reply: Reply): unknown {
  return reply.kind === 'products' ? { ...reply, products: productLines(reply) } : reply
}
