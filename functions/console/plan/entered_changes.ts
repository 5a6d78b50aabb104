import { ApiError } from '../../../shared/errors/api_error.ts'
import { enteredNumber, faultOf, withoutSign } from '../settings/amounts/entered_number.ts'

/** What a person plans for a platform, or for one of its campaigns. */
export interface EnteredChange {
  /** The name of the field: `spend/meta` or `spend/meta/<campaign id>`. */
  field: string
  text: string
}

/** A change as POST /v1/scenarios takes it. */
export interface Change {
  platform: string
  campaign_id?: string
  change_pct?: number
  daily_spend?: number
}

export interface ReadChanges {
  changes: Change[]
  /** The sentence of each field that is not understood. */
  errors: Map<string, string>
}

const prefix = 'spend/'
/** The most changes of a plan that are computed together, as POST /v1/scenarios takes them. */
export const plannedMax = 100
const amountMax = 1_000_000_000

export function fieldOf(platform: string, campaignId?: string): string {
  return prefix + [platform, campaignId].filter((part) => part !== undefined).join('/')
}

/** Returns the filled fields of a form or of an address. */
export function enteredChanges(sent: URLSearchParams): EnteredChange[] {
  return [...sent].flatMap(([field, text]) =>
    field.startsWith(prefix) && text.trim() !== '' ? [{ field, text: text.trim() }] : [],
  )
}

/** Returns the names of the fields of an address, filled or not. */
export function changeFields(sent: URLSearchParams): string[] {
  return [...sent.keys()].filter((name) => name.startsWith(prefix))
}

/** Reads the fields: `+20 %` and `-10%` are changes in percent, other numbers are amounts a day. */
export function readChanges(entered: readonly EnteredChange[], currency: string | undefined): ReadChanges {
  const changes: Change[] = []
  const errors = new Map<string, string>()
  for (const { field, text } of entered) {
    const read = readChange(text, currency)
    if (typeof read === 'string') errors.set(field, read)
    else changes.push({ ...targetOf(field), ...read })
  }
  if (changes.length > plannedMax) {
    throw new ApiError('invalid_request', `A plan has at most ${plannedMax} changes. Change a whole platform instead.`)
  }
  return { changes, errors }
}

function readChange(text: string, currency: string | undefined): Pick<Change, 'change_pct' | 'daily_spend'> | string {
  const [, sign = '', digits = ''] = /^([+−-]?)\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*%$/.exec(text) ?? []
  if (digits !== '') {
    const percent = Number(digits.replace(',', '.')) * (sign === '' || sign === '+' ? 1 : -1)
    return percent < -100 || percent > 1000 ? 'A change must be from -100 % to +1000 %.' : { change_pct: percent }
  }
  const fault = currency === undefined ? undefined : faultOf(text, currency)
  if (fault !== undefined) return fault
  const amount = enteredNumber(withoutSign(text, currency)) ?? ''
  if (!/^\d{1,13}(\.\d+)?$/.test(amount)) return 'Enter an amount a day, such as 150, or a change, such as +20 %.'
  return Number(amount) > amountMax ? 'The amount is too large.' : { daily_spend: Number(amount) }
}

function targetOf(field: string): Pick<Change, 'platform' | 'campaign_id'> {
  const [platform = '', ...id] = field.slice(prefix.length).split('/')
  return { platform, ...(id.length > 0 ? { campaign_id: id.join('/') } : {}) }
}
