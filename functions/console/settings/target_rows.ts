import type { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import type { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import { setTargets } from '../../../shared/operations/console/set_targets.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { enteredNumber, faultOf, withoutSign } from './amounts/entered_number.ts'

export const measures = ['roas', 'cpa', 'budget'] as const
export type Measure = (typeof measures)[number]
export type Values = Record<Measure, string>
type Amounts = Record<Measure, number | null>

/** The targets of a campaign as a person entered them. An empty text is no target. */
export interface EnteredRow extends Values {
  campaign: string
  /** The version whose values the person saw. */
  version: string
  /** The measures that a file has no column for. They stay as they are stored. */
  untouched?: readonly Measure[]
}

/** A row of the form, with the name of its campaign for a person who checks it. */
interface FormRow extends EnteredRow {
  label: string
}

/** What is wrong with a row, by the field that shows it. */
export type RowErrors = Partial<Record<Measure | 'campaign', string>>

export type CampaignTargets = z.output<(typeof campaignTargets)['output']>
export type CampaignRow = CampaignTargets['data'][number]

/** A refused change of several campaigns: what was entered, and what is wrong with each row. The error is undefined if no row is the cause. */
export interface RefusedRows {
  error: ApiError | undefined
  entered: EnteredRow[]
  errors: Map<string, RowErrors>
}

const separator = '|'

/** The values of a row as one text, which its form sends back, so that only changed rows are stored. */
export function seenText(amounts: Amounts): string {
  return measures.map((measure) => amounts[measure] ?? '').join(separator)
}

/** Returns entered targets without the sign of the currency of the brand. */
export function withoutSigns({ roas, cpa, budget }: Values, currency: string | undefined): Values {
  return { roas, cpa: withoutSign(cpa, currency), budget: withoutSign(budget, currency) }
}

/** Returns the rows of the table of campaigns that a person changed. Row 0 has the fields campaign0, version0, seen0, roas0 and so on. */
export function changedRows(form: URLSearchParams, currency?: string): FormRow[] {
  const rows: FormRow[] = []
  for (let at = 0; form.has(`campaign${at}`); at += 1) {
    const field = (name: string) => form.get(`${name}${at}`)?.trim() ?? ''
    const entered = withoutSigns({ roas: field('roas'), cpa: field('cpa'), budget: field('budget') }, currency)
    const seen = field('seen').split(separator)
    if (measures.every((measure, index) => isSameAmount(entered[measure], seen[index] ?? ''))) continue
    const campaign = form.get(`campaign${at}`) ?? ''
    rows.push({ campaign, label: field('label') || campaign, version: field('version'), ...entered })
  }
  return rows
}

/** The fields of the targets of the whole brand. */
const brandFields = ['version', 'seen', ...measures]

/** Returns the fields of the brand and of the changed rows of the form, which are fewer than those of its table. */
export function changedFields(form: URLSearchParams, withBrand: boolean): URLSearchParams {
  const names = ['campaign', 'version', 'seen', 'label', ...measures]
  const changed = changedRows(form).map(({ campaign }) => campaign)
  const kept = new URLSearchParams()
  for (const name of withBrand ? brandFields : []) if (form.has(name)) kept.set(name, form.get(name) ?? '')
  for (let at = 0; form.has(`campaign${at}`); at += 1) {
    const index = changed.indexOf(form.get(`campaign${at}`) ?? '')
    if (index >= 0) for (const name of names) kept.set(`${name}${index}`, form.get(`${name}${at}`) ?? '')
  }
  return kept
}

/** Whether the form has other targets of the brand than those that the person saw. Null if it does not state what the person saw. */
export function changesBrand(form: URLSearchParams, currency: string): boolean | null {
  const seen = form.get('seen')?.split(separator)
  if (!seen) return null
  const [roas, cpa, budget] = measures.map((name) => form.get(name) ?? '') as [string, string, string]
  const entered = withoutSigns({ roas, cpa, budget }, currency)
  return measures.some((measure, index) => !isSameAmount(entered[measure], seen[index] ?? ''))
}

/** Whether two texts mean the same amount: 4,5 and 4.50 do. */
export function isSameAmount(one: string, two: string): boolean {
  const [first, second] = [enteredNumber(one), enteredNumber(two)]
  return first === second || (first !== undefined && second !== undefined && Number(first) === Number(second))
}

/** Marks a value that is not of the file. */
const untouchedMark = '='

/** Writes the rows of a preview as a text of one hidden field, short enough for 500 campaigns. */
export function packRows(rows: readonly EnteredRow[]): string {
  const packed = (row: EnteredRow, measure: Measure) =>
    `${row.untouched?.includes(measure) ? untouchedMark : ''}${enteredNumber(row[measure]) ?? '-'}`
  return rows
    .map((row) => [row.campaign, row.version, ...measures.map((measure) => packed(row, measure))].join(' '))
    .join('\n')
}

/**
 * Reads the text of `packRows`. Ids can contain spaces, so the numbers are read from the end. Throws invalid_request if a row is
 * incomplete.
 */
export function unpackRows(text: string): EnteredRow[] {
  return text.split(/\r?\n/).map((line, index) => {
    const parts = line.split(' ')
    if (parts.length < 5) {
      throw new ApiError(
        'invalid_request',
        `Row ${index + 1} of the changes is incomplete, so nothing was saved. Open the preview again, and save it.`,
      )
    }
    const [version = '', ...values] = parts.slice(-4)
    const untouched = measures.filter((_, index) => values[index]?.startsWith(untouchedMark))
    const plain = values.map((value) => value.replace(untouchedMark, ''))
    const [roas = '', cpa = '', budget = ''] = plain.map((value) => (value === '-' ? '' : value))
    return { campaign: parts.slice(0, -4).join(' '), version, roas, cpa, budget, untouched }
  })
}

/** Returns the inputs of the operation. */
export function inputOf({ campaign, version, ...entered }: EnteredRow) {
  return {
    campaign,
    version,
    ...Object.fromEntries(measures.map((measure) => [measure, enteredNumber(entered[measure])])),
  }
}

const { element } = setTargets.input.shape.targets

/** Returns what the operation would refuse about the rows, by campaign, and amounts with two meanings or in another currency. */
export function errorsOf(rows: readonly EnteredRow[], currency: string): Map<string, RowErrors> {
  return new Map(
    rows.flatMap((row) => {
      const { error } = validate(element, inputOf(row), { noun: 'member' })
      const wrong: RowErrors = {}
      for (const { path, message } of error?.fields ?? []) {
        const measure = measures.find((name) => name === path) ?? 'campaign'
        wrong[measure] = `${page.field(path)} ${message}`
      }
      for (const measure of measures) {
        const fault = faultOf(row[measure], measure === 'roas' ? undefined : currency)
        if (fault !== undefined) wrong[measure] = fault
      }
      return Object.keys(wrong).length === 0 ? [] : [[row.campaign, wrong] as const]
    }),
  )
}
