import { html } from 'hono/html'
import type { Markup } from '../../../../../shared/pages/document.ts'
import { countryName } from '../../../../../shared/storefront/sentences.ts'
import { exactMoney } from '../../../parts/format.ts'
import { fieldError, textField } from '../../../parts/forms.ts'
import type { PageContext } from '../../../page_context.ts'
import type { Fulfillment } from '../../../settings/fulfillment/entered_option.ts'
import { rangeText } from './option_form.ts'

export interface ShippingPreview {
  pageContext: PageContext
  settings: Fulfillment
  /** What a person entered. */
  country?: string | undefined
  itemsAmount?: string | undefined
}

/** The form of the preview, and the options that an agent sees for an order to the country. */
export function shippingPreview({ pageContext, settings, country, itemsAmount }: ShippingPreview): Markup {
  const { preview, currency } = settings
  const field = (name: string, label: string, value: string | undefined, attributes: Markup) =>
    textField({ label, name, attributes, value, refused: undefined, formName: 'preview' })
  return html`
    <h2 id="preview">What an agent sees</h2>
    <form class="form settings" method="get" action="${pageContext.path}#preview">
      ${field('country', 'Order to the country', country, html`maxlength="60" required placeholder="DE or Germany"`)}
      ${field('items_amount', `Amount of the products (${currency})`, itemsAmount, html`inputmode="decimal" placeholder="0"`)}
      <div class="buttons"><button class="secondary slim">Preview</button></div>
    </form>
    ${preview === null ? '' : shown(preview, { currency, country: country ?? '' })}
  `
}

function shown(
  { country: code, items_amount, options }: NonNullable<Fulfillment['preview']>,
  { currency, country }: { currency: string; country: string },
): Markup {
  if (code === null) return html`${fieldError('preview-country-unknown', `No country is called ${country}.`)}`
  const order = `an order of ${exactMoney(items_amount, { currency })} to ${countryName(code)}`
  if (options.length === 0) return html`<p role="status">For ${order}, agents see no shipping option.</p>`
  return html`<p role="status">For ${order}, agents see:</p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Option</th>
            <th scope="col" class="number">Price</th>
            <th scope="col" class="number">Days until sent</th>
            <th scope="col" class="number">Days in transit</th>
          </tr>
        </thead>
        <tbody>
          ${options.map(
            ({ service, price, handling_days, transit_days }) =>
              html`<tr>
                <th scope="row"><bdi>${service}</bdi></th>
                <td class="number">
                  ${price === null ? 'not known' : price === 0 ? 'free' : exactMoney(price, { currency })}
                </td>
                <td class="number">${rangeText(handling_days) ?? '–'}</td>
                <td class="number">${rangeText(transit_days) ?? '–'}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">
      Without a region or a postal code: options for certain places are not shown. Products can have shipping rates of
      their own in the catalog, which apply in place of these.
    </p>`
}
