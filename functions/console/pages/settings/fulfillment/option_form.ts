import { html } from 'hono/html'
import type { Markup } from '../../../../../shared/pages/document.ts'
import { countryName } from '../../../../../shared/storefront/sentences.ts'
import type { PageContext, Refused } from '../../../page_context.ts'
import { exactMoney } from '../../../parts/format.ts'
import {
  areaField,
  confirmedForm,
  formError,
  isOutdated,
  ownForm,
  textField,
  versionField,
} from '../../../parts/forms.ts'
import { entryLines, keyOf } from '../../../settings/fulfillment/entered_option.ts'
import type { Fulfillment, Option } from '../../../settings/fulfillment/entered_option.ts'

const fields = [
  'service',
  'countries',
  'regions',
  'postal_codes',
  'price',
  'free_over',
  'handling_days',
  'transit_days',
]

interface Days {
  min: number | null
  max: number | null
}

/** Returns days as 1 to 3, or one number. Undefined if they are not published. */
export function rangeText(days: Days | null, separator = ' to '): string | undefined {
  if (days === null || days.min === null) return undefined
  return days.min === days.max ? String(days.min) : `${days.min}${separator}${days.max}`
}

function inDays(days: Days | null): string | undefined {
  const range = rangeText(days)
  return range === undefined ? undefined : `${range} ${range === '1' ? 'day' : 'days'}`
}

/** Names an option with its countries, price and days. */
export function optionSummary({ service, countries, regions, postal_codes, ...option }: Option): Markup {
  const money = (amount: number) => exactMoney(amount, { currency: option.currency ?? 'USD' })
  const [handling, transit] = [inDays(option.handling_days), inDays(option.transit_days)]
  const named = countries.slice(0, 3).map(countryName)
  const facts = [
    option.price === null ? 'price not published' : option.price === 0 ? 'free' : money(option.price),
    ...(option.free_over === null ? [] : [`free from ${money(option.free_over)}`]),
    ...(handling === undefined ? [] : [`sent in ${handling}`]),
    ...(transit === undefined ? [] : [`${transit} in transit`]),
    ...(regions.length + postal_codes.length === 0 ? [] : ['certain places only']),
  ]
  const more = countries.length > named.length ? ` and ${countries.length - named.length} more` : ''
  return html`<bdi>${service}</bdi> to ${named.join(', ')}${more}: ${facts.join(', ')}`
}

interface OptionForm {
  pageContext: PageContext
  settings: Fulfillment
  /** The option to change, with its place in the list. Absent: a new one. */
  option?: Option
  index?: number
  refused: Refused | undefined
}

/** The form of an option, which is open while the list is empty. Below the form of a stored one is that to remove it. */
export function optionForm({
  pageContext,
  settings,
  option,
  index = settings.options.length,
  refused,
}: OptionForm): Markup {
  const { path } = pageContext
  const key = option && keyOf(option, index)
  const isRemoval = refused?.form.get('action') === 'remove'
  const own = isRemoval ? undefined : refused
  const currency = option?.currency ?? settings.currency
  const field = (
    name: string,
    label: string,
    value: string | undefined,
    attributes: Markup | '' = '',
    requirement = false,
  ) =>
    textField({
      label,
      name,
      requirement,
      attributes: html`${attributes}`,
      refused: own,
      value,
      formName: `option${index}`,
    })
  const lines = (name: string, label: string, entries: string[] | undefined, placeholder: string) =>
    areaField({
      label,
      name,
      attributes: html`rows="2" placeholder="${placeholder}"`,
      refused: own,
      value: entryLines(entries),
      formName: `option${index}`,
    })
  const amount = (value: number | null | undefined) => (typeof value === 'number' ? String(value) : undefined)
  const isOpen = refused !== undefined || settings.options.length === 0
  return html`<details class="form" ${isOpen ? 'open' : ''}>
    <summary>${option ? optionSummary(option) : 'Add a shipping option'}</summary>
    <form class="settings" method="post" action="${path}" data-unsaved="${own ? 'yes' : 'no'}">
      ${ownForm(pageContext)} ${versionField(settings.version, own)}
      <input type="hidden" name="action" value="${option ? 'change' : 'add'}" />
      ${key === undefined ? '' : html`<input type="hidden" name="option" value="${key}" />`}
      ${own && !isOutdated(own) ? formError(own, fields) : ''}
      ${field('service', 'Name', option?.service, html`maxlength="500" placeholder="Standard"`, true)}
      ${field('countries', 'Countries', option?.countries.join(', '), html`placeholder="DE, Austria"`, true)}
      ${field('price', `Price (${currency})`, amount(option?.price), html`inputmode="decimal" placeholder="not published"`)}
      ${field('free_over', `Free from (${currency})`, amount(option?.free_over), html`inputmode="decimal" placeholder="never"`)}
      ${field('handling_days', 'Days until it is sent', rangeText(option?.handling_days ?? null, '-'), html`placeholder="0-1"`)}
      ${field('transit_days', 'Days in transit', rangeText(option?.transit_days ?? null, '-'), html`placeholder="2-3"`)}
      ${lines('regions', 'Only these regions (one a line)', option?.regions, 'all')}
      ${lines('postal_codes', 'Only these postal codes (one a line)', option?.postal_codes, 'all, or such as 94* or 10000-10999')}
      <div class="buttons">
        <button class="primary slim">${option ? 'Save the option' : 'Add the option'}</button>
      </div>
    </form>
    ${
      key === undefined
        ? ''
        : confirmedForm({
            pageContext,
            action: path,
            summary: 'Remove the option',
            about: option?.service ?? '',
            question: html`<input type="hidden" name="action" value="remove" />
              <input type="hidden" name="option" value="${key}" />
              Agents no longer offer it. Open orders stay as they are.`,
            verb: 'Remove the option',
            version: settings.version,
            refused: isRemoval ? refused : undefined,
          })
    }
  </details>`
}
