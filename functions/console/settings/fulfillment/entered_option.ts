import type { z } from 'zod'
import { ApiError } from '../../../../shared/errors/api_error.ts'
import type { fulfillmentSettings } from '../../../../shared/operations/console/fulfillment_settings.ts'
import { validate } from '../../../../shared/http/input/validate.ts'
import { setFulfillment } from '../../../../shared/operations/console/set_fulfillment.ts'
import { page } from '../../../../shared/sentences/page_audience.ts'
import { enteredNumber, faultOf, withoutSign } from '../amounts/entered_number.ts'

const { element } = setFulfillment.input.shape.options.unwrap()

export type Fulfillment = z.output<(typeof fulfillmentSettings)['output']>
export type Option = Fulfillment['options'][number]

/** Identifies an option in the list that a person saw: its place with its name and countries. */
export function keyOf({ service, countries }: Option, index: number): string {
  return [index, service, countries.join(' ')].join('|')
}

/**
 * Returns the place of the option that a key names. An option at another place than the key states is the only one with its name and
 * countries. Returns -1 without it.
 */
export function placeOf(options: readonly Option[], key: string): number {
  const exact = options.findIndex((option, index) => keyOf(option, index) === key)
  if (exact !== -1) return exact
  const alike = options.flatMap((option, index) =>
    keyOf(option, 0).slice(1) === key.replace(/^\d+/, '') ? [index] : [],
  )
  return alike.length === 1 ? (alike[0] ?? -1) : -1
}

/** Returns the entries of a field that has one a line, each once. An entry can contain commas. */
export function enteredLines(text: string | null): string[] {
  return [...new Set(entriesOf(text, /[\r\n]/))]
}

/** Returns entries as the text of a field that has one a line. */
export function entryLines(entries: Iterable<string> = []): string {
  return [...entries].join('\n')
}

function entriesOf(text: string | null, separators: RegExp): string[] {
  return (text ?? '')
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Returns entered days, such as 2 or 1-3, as an input of the operation, which refuses other texts. */
function enteredDays(text: string | null): { min: string; max: string } | undefined {
  const given = (text ?? '').trim()
  if (given === '') return undefined
  const [, min, max = min] = /^(\d+)(?:\s*(?:-|–|to)\s*(\d+))?$/.exec(given) ?? [given, given]
  return { min: min ?? given, max: max ?? given }
}

/**
 * Returns the option of a form. Its amounts are in `currency`. Throws invalid_request for amounts in another currency or with two
 * meanings, such as 1.000, and for what the operation would refuse.
 */
export function enteredOption(form: URLSearchParams, currency: string) {
  const fields = ['price', 'free_over'].flatMap((path) => {
    const message = faultOf(form.get(path), currency)
    return message === undefined ? [] : [{ path, message }]
  })
  if (/[,;]/.test(form.get('postal_codes') ?? '')) {
    fields.push({ path: 'postal_codes', message: 'Enter one postal code a line, without commas and semicolons.' })
  }
  if (fields.length > 0)
    throw new ApiError('invalid_request', fields.map(({ message }) => message).join(' '), { fields })
  const amount = (name: string) => enteredNumber(withoutSign(form.get(name) ?? '', currency))
  const option = {
    service: form.get('service')?.trim(),
    // No code or name of a country contains these characters.
    countries: entriesOf(form.get('countries'), /[,;\r\n]/),
    regions: enteredLines(form.get('regions')),
    postal_codes: enteredLines(form.get('postal_codes')),
    price: amount('price'),
    free_over: amount('free_over'),
    currency,
    handling_days: enteredDays(form.get('handling_days')),
    transit_days: enteredDays(form.get('transit_days')),
  }
  // The errors of a page name an input of the operation, which would be all options.
  const { error } = validate(element, option, { noun: 'member', fieldName: page.field })
  if (error) throw error
  return option
}

/** Returns a stored option as an input of the operation, in which a value that is not published is absent. */
export function inputOf(option: Option) {
  return Object.fromEntries(Object.entries(option).filter(([, value]) => value !== null))
}

/** Returns an error about one option of the list as one about the fields of its form: options[2].price is price. */
export function asErrorOfForm(error: ApiError, index: number): ApiError {
  const place = `options[${index}].`
  const fields = error.fields?.map(({ path, message }) => ({ path: path.replace(place, ''), message }))
  return fields === undefined ? error : new ApiError(error.code, error.message, { ...error, fields })
}
