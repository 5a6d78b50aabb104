import type { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import { validate } from '../../../shared/http/input/validate.ts'
import type { campaignTargets } from '../../../shared/operations/console/campaign_targets.ts'
import { setTargets } from '../../../shared/operations/console/set_targets.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { doubtOf, enteredNumber } from './entered_number.ts'

export const measures = ['roas', 'cpa', 'budget'] as const
export type Measure = (typeof measures)[number]
export type Values = Record<Measure, string>
type Amounts = Record<Measure, number | null>

/** The targets of a campaign as a person entered them. An empty text is no target. */
export interface EnteredRow extends Values {
  campaign: string
  /** The version whose values the person saw. */
  version: string
}

/** A row of the form, with the name of its campaign for a person who checks it. */
interface FormRow extends EnteredRow {
  label: string
}

/** What is wrong with a row, by the field that shows it. */
export type RowErrors = Partial<Record<Measure | 'campaign', string>>

export type CampaignTargets = z.output<(typeof campaignTargets)['output']>
export type CampaignRow = CampaignTargets['data'][number]

/** A refused change of several campaigns: what was entered, and what is wrong with each row. */
export interface RefusedRows {
  error: ApiError
  entered: EnteredRow[]
  errors: Map<string, RowErrors>
}

const separator = '|'

/** The values of a row as one text, which its form sends back, so that only changed rows are stored. */
export function seenText(amounts: Amounts): string {
  return measures.map((measure) => amounts[measure] ?? '').join(separator)
}

/** Returns the rows of the table of campaigns that a person changed. Row 0 has the fields campaign0, version0, seen0, roas0 and so on. */
export function changedRows(form: URLSearchParams): FormRow[] {
  const rows: FormRow[] = []
  for (let at = 0; form.has(`campaign${at}`); at += 1) {
    const field = (name: string) => form.get(`${name}${at}`)?.trim() ?? ''
    const entered = { roas: field('roas'), cpa: field('cpa'), budget: field('budget') }
    const seen = field('seen').split(separator)
    if (measures.every((measure, index) => isSameAmount(entered[measure], seen[index] ?? ''))) continue
    const campaign = form.get(`campaign${at}`) ?? ''
    rows.push({ campaign, label: field('label') || campaign, version: field('version'), ...entered })
  }
  return rows
}

/** Whether two texts mean the same amount: 4,5 and 4.50 do. */
export function isSameAmount(one: string, two: string): boolean {
  const [first, second] = [enteredNumber(one), enteredNumber(two)]
  return first === second || (first !== undefined && second !== undefined && Number(first) === Number(second))
}

/** Writes the rows of a preview as a text of one hidden field, short enough for 500 campaigns. */
export function packRows(rows: readonly EnteredRow[]): string {
  return rows
    .map(({ campaign, version, roas, cpa, budget }) =>
      [campaign, version, ...[roas, cpa, budget].map((value) => enteredNumber(value) ?? '-')].join(' '),
    )
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
    const [roas = '', cpa = '', budget = ''] = values.map((value) => (value === '-' ? '' : value))
    return { campaign: parts.slice(0, -4).join(' '), version, roas, cpa, budget }
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

/** Returns what the operation would refuse about the rows, by campaign, and amounts with two meanings. */
export function errorsOf(rows: readonly EnteredRow[]): Map<string, RowErrors> {
  return new Map(
    rows.flatMap((row) => {
      const { error } = validate(element, inputOf(row), { noun: 'member' })
      const wrong: RowErrors = {}
      for (const { path, message } of error?.fields ?? []) {
        const measure = measures.find((name) => name === path) ?? 'campaign'
        wrong[measure] = `${page.field(path)} ${message}`
      }
      // A ROAS of a thousand does not occur.
      for (const measure of ['cpa', 'budget'] as const) {
        const doubt = doubtOf(row[measure])
        if (doubt !== undefined) wrong[measure] = doubt
      }
      return Object.keys(wrong).length === 0 ? [] : [[row.campaign, wrong] as const]
    }),
  )
}
