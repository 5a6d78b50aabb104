import { causeOf } from '../../../shared/log/log.ts'
import type { Reply, Report, ReportName } from '../../../shared/sources/platform.ts'
import { productLines } from '../../../shared/sources/storage/product_lines.ts'
import { storableJson } from '../../../shared/sources/storage/storable_json.ts'
import { grantOf, pacedCall } from './read_window.ts'
import type { Reading } from './read_window.ts'
import { accountOf } from './source_window.ts'
import { troubleOf } from './trouble.ts'
import type { Trouble } from './trouble.ts'
import { waitSeconds } from './waits.ts'

interface DueObjects {
  report: ReportName
  ids: string[]
  began_at: string
}

type ReadObjects = NonNullable<Report['readObjects']>

const retrySeconds = 600

/** Reasons that can concern one object of several. The others are then read one by one. */
const reasonsOfOne = new Set([
  'rate_of_exchange_is_missing',
  'reply_has_another_form',
  'reply_is_inconsistent',
  'request_is_refused',
])

/** `delayed`: these objects are due later, and others can be read. `stopped`: no object can be read now. */
type Outcome = 'read' | 'delayed' | 'stopped'

/**
 * Reads single objects of a source that are due, such as an order of a webhook, and stores them. Returns false if there are none, or if one
 * could not be read or stored. It is then due later, and the next window says what a person must do.
 */
export async function readObjects(reading: Reading): Promise<boolean> {
  const { sql, source, platform } = reading
  const { brand_id, source_id } = source
  const [row] = await sql`select core.enter_brand(${brand_id}), sources.next_objects(${brand_id}, ${source_id}) as due`
  const due = row?.due as DueObjects | null
  const read = platform.reports.find(({ name }) => name === due?.report)?.readObjects
  if (!due || !read) return false
  return (await readBatch(reading, read, due)) === 'read'
}

async function readBatch(reading: Reading, read: ReadObjects, due: DueObjects): Promise<Outcome> {
  const { sql, source, lease } = reading
  const { brand_id, source_id } = source
  try {
    const { grant, shop } = await grantOf(reading)
    const reply = await read(pacedCall(reading, grant, shop), accountOf(source), due.ids)
    await sql`
      select core.enter_brand(${brand_id}), sources.commit_objects(
        ${brand_id}, ${source_id}, ${lease}, ${due.report}, ${storableJson(storedForm(reply))}::text::jsonb, ${due.began_at}
      )`
    return 'read'
  } catch (thrown) {
    const trouble = troubleOf(thrown)
    if (trouble === null) throw thrown
    if (trouble === 'lost') return 'stopped'
    const canBeOfOne = reasonsOfOne.has(trouble.reason)
    if (canBeOfOne && due.ids.length > 1) return await readEach(reading, read, due)
    const { reason, remedy } = trouble
    reading.log({
      level: 'warn',
      source_id,
      report: due.report,
      objects: due.ids.length,
      reason,
      remedy,
      cause: causeOf(thrown),
    })
    await delay(reading, due, trouble)
    return canBeOfOne ? 'delayed' : 'stopped'
  }
}

async function readEach(reading: Reading, read: ReadObjects, due: DueObjects): Promise<Outcome> {
  for (const id of due.ids) {
    if ((await readBatch(reading, read, { ...due, ids: [id] })) === 'stopped') return 'stopped'
  }
  return 'delayed'
}

async function delay({ sql, source, options }: Reading, due: DueObjects, trouble: Trouble): Promise<void> {
  const { brand_id, source_id } = source
  const seconds = waitSeconds(0, trouble.retryAfterSeconds ?? retrySeconds, options.waitScale)
  await sql`
    select core.enter_brand(${brand_id}), sources.delay_objects(${brand_id}, ${source_id}, ${due.report}, ${due.ids}, ${seconds})`
}

function storedForm(reply: Reply): unknown {
  return reply.kind === 'products' ? { ...reply, products: productLines(reply) } : reply
}
