import { z } from 'zod'
import type { Call } from '../call.ts'
import type { PlatformAccount, Window } from '../platform.ts'
import { digits, readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { requestGa4 } from './request.ts'

const valuesForm = z.array(z.object({ value: z.string() }))
const headersForm = z.array(z.object({ name: z.string(), type: z.string().optional() }))
const replyForm = z.object({
  dimensionHeaders: headersForm,
  metricHeaders: headersForm,
  rows: z.array(z.object({ dimensionValues: valuesForm, metricValues: valuesForm })).optional(),
  rowCount: digits.optional(),
  metadata: z
    .object({
      currencyCode: z.string().optional(),
      timeZone: z.string().optional(),
      dataLossFromOtherRow: z.boolean().optional(),
      subjectToThresholding: z.boolean().optional(),
      samplingMetadatas: z.array(z.unknown()).optional(),
      schemaRestrictionResponse: z.object({ activeMetricRestrictions: z.array(z.unknown()).optional() }).optional(),
      emptyReason: z.string().optional(),
    })
    .optional(),
  kind: z.string().optional(),
})
type Metadata = NonNullable<z.output<typeof replyForm>['metadata']>

/** About 30 MB. The API allows 250,000 rows. */
const rowsPerPageUsual = 100_000

/** The rows of a report, each a list of its dimension and metric values in the order of the request. */
export interface Ga4Report {
  rows: { dimensions: string[]; metrics: string[] }[]
  limitations: string[]
  unknownFields: string[]
}

/**
 * Runs a report and returns all its rows. Rows are ordered by their dimensions, so that pages neither overlap nor leave a row out.
 * Throws SourceError if pages disagree, a row is repeated, or the property now has another currency or time zone.
 */
export async function runReport(
  call: Call,
  account: PlatformAccount,
  window: Window,
  { dimensions, metrics }: { dimensions: readonly string[]; metrics: readonly string[] },
  rowsPerPage = rowsPerPageUsual,
): Promise<Ga4Report> {
  const { addresses, version } = call.settings
  const url = `${addresses.GA4_DATA_BASE_URL}/${version}/properties/${account.id}:runReport`
  const unknownFields = new Set<string>()
  const limitations = new Set<string>()
  const keys = new Set<string>()
  const rows: Ga4Report['rows'] = []
  let total: number | undefined
  do {
    const reply = await requestGa4(call, url, {
      dimensions: dimensions.map((name) => ({ name })),
      metrics: metrics.map((name) => ({ name })),
      dateRanges: [{ startDate: window.from, endDate: window.to }],
      orderBys: dimensions.map((dimensionName) => ({ dimension: { dimensionName } })),
      limit: String(rowsPerPage),
      offset: String(rows.length),
    })
    const page = readForm(replyForm, reply, unknownFields)
    checkHeaders(page.dimensionHeaders, dimensions, 'dimensionHeaders')
    checkHeaders(page.metricHeaders, metrics, 'metricHeaders')
    checkAccount(page.metadata, account)
    for (const limitation of limitationsOf(page.metadata)) limitations.add(limitation)
    // Zero is left out, as in all JSON of protocol buffers.
    const count = Number(page.rowCount ?? '0')
    total ??= count
    if (count !== total) throw inconsistent('count_changed')
    if (page.rows === undefined && rows.length < total) throw inconsistent('count_differs')
    for (const { dimensionValues, metricValues } of page.rows ?? []) {
      if (dimensionValues.length !== dimensions.length) throw anotherForm('rows.dimensionValues')
      if (metricValues.length !== metrics.length) throw anotherForm('rows.metricValues')
      const row = { dimensions: dimensionValues.map(valueOf), metrics: metricValues.map(valueOf) }
      const key = JSON.stringify(row.dimensions)
      if (keys.has(key)) throw inconsistent('row_repeated')
      keys.add(key)
      rows.push(row)
    }
  } while (rows.length < total)
  if (rows.length !== total) throw inconsistent('count_differs')
  return { rows, limitations: [...limitations], unknownFields: [...unknownFields] }
}

const valueOf = ({ value }: { value: string }) => value

function checkHeaders(headers: { name: string }[], names: readonly string[], field: string): void {
  if (headers.map(({ name }) => name).join() !== names.join()) throw anotherForm(field)
}

function checkAccount(metadata: Metadata | undefined, { currency, timezone }: PlatformAccount): void {
  if ((metadata?.currencyCode ?? currency) !== currency) throw anotherForm('metadata.currencyCode')
  if ((metadata?.timeZone ?? timezone) !== timezone) throw anotherForm('metadata.timeZone')
}

function limitationsOf(metadata: Metadata | undefined): string[] {
  const {
    dataLossFromOtherRow,
    subjectToThresholding,
    samplingMetadatas = [],
    schemaRestrictionResponse,
  } = metadata ?? {}
  // Restricted metrics are 0 in a reply, which would be stored as numbers.
  if ((schemaRestrictionResponse?.activeMetricRestrictions ?? []).length > 0) {
    throw new SourceError('permission_is_missing', 'stop', { field: 'metadata.schemaRestrictionResponse' })
  }
  return [
    ...(dataLossFromOtherRow ? ['data_loss_from_other_row'] : []),
    ...(subjectToThresholding ? ['subject_to_thresholding'] : []),
    ...(samplingMetadatas.length > 0 ? ['sampled'] : []),
  ]
}

/** Returns day and hour of a `dateHour`, such as 2026112214. Throws SourceError if it is outside the window. */
export function dayAndHour(dateHour: string, { from, to }: Window): { day: string; hour: number } {
  const [, year, month, date, hour] = /^(\d{4})(\d\d)(\d\d)([01]\d|2[0-3])$/.exec(dateHour) ?? []
  if (hour === undefined) throw anotherForm('rows.dimensionValues.dateHour')
  const day = `${year}-${month}-${date}`
  if (day < from || day > to) throw inconsistent('day_outside')
  return { day, hour: Number(hour) }
}

export function anotherForm(field: string): SourceError {
  return new SourceError('reply_has_another_form', 'stop', { field })
}

function inconsistent(problem: string): SourceError {
  return new SourceError('reply_is_inconsistent', 'retry', { problem })
}
