import { html } from 'hono/html'
import { setFulfillment } from '../../../../../shared/operations/console/set_fulfillment.ts'
import type { Markup } from '../../../../../shared/pages/document.ts'
import { paymentMethodTypes } from '../../../../../shared/schema/storefront/shop/payment_methods.ts'
import type { Refused } from '../../../page_context.ts'
import { heading } from '../../../parts/format.ts'
import { areaField, formError, isOutdated, mayDo, ownForm, versionField } from '../../../parts/forms.ts'
import { alert, emptyState, notice } from '../../../parts/notices.ts'
import { entryLines, placeOf } from '../../../settings/fulfillment/entered_option.ts'
import type { Fulfillment } from '../../../settings/fulfillment/entered_option.ts'
import { settingsHeading } from '../tabs.ts'
import { unsavedScript } from '../unsaved_script.ts'
import { optionForm, optionSummary } from './option_form.ts'
import { shippingPreview } from './preview.ts'
import type { ShippingPreview } from './preview.ts'

export interface FulfillmentPage extends ShippingPreview {
  refused?: Refused | undefined
  done?: string | undefined
}

export const notices: Record<string, string> = {
  added: 'The shipping option is added.',
  changed: 'The shipping option is changed.',
  removed: 'The shipping option is removed.',
  payment: 'The payment methods are saved.',
}

const optionIsLost =
  'Another person removed or renamed this option meanwhile, so your change was not saved. Your entries are below. Add them as a new option ' +
  'if the shop still offers it.'

export function fulfillmentPage(page: FulfillmentPage): Markup {
  const { pageContext, settings, refused, done } = page
  const may = mayDo(pageContext, setFulfillment)
  const action = refused?.form.get('action')
  const place = placeOf(settings.options, refused?.form.get('option') ?? '')
  // The entries for an option that is gone are shown as those of a new one, so that nothing typed is lost.
  const isLost = action === 'change' && place === -1 && isOutdated(refused)
  const refusedNew = action === 'add' || (action === 'change' && place === -1) ? refused : undefined
  const hasNoForm = refused && action === 'remove' && place === -1
  return html`
    ${settingsHeading(pageContext, 'What agents read about shipping and payment.')}
    ${notice(done ? notices[done] : undefined)}
    ${isLost ? alert(refused.error.withMessage(optionIsLost)) : isOutdated(refused) || hasNoForm ? alert(refused?.error) : ''}
    ${may ? unsavedScript('/console') : ''}
    <h2>Shipping options</h2>
    ${
      settings.options.length === 0
        ? emptyState(null, 'No shipping option is published, so agents cannot say what shipping costs.')
        : ''
    }
    ${settings.options.map((option, index) =>
      may
        ? optionForm({
            pageContext,
            option,
            index,
            settings,
            refused: index === place ? refused : undefined,
          })
        : html`<p>${optionSummary(option)}</p>`,
    )}
    ${may ? optionForm({ pageContext, settings, refused: refusedNew }) : ''}
    ${statedAs(settings.shipping_state, 'shipping', settings.options.length)} ${shippingPreview(page)}
    <h2>Payment methods</h2>
    <p class="note">The methods of the checkout of the shop. Agents read them. Vitrine moves no money.</p>
    ${may ? paymentForm(page, action === 'payment' ? refused : undefined) : methodFacts(settings)}
    ${statedAs(settings.payment_state, 'payment', settings.payment_methods.length)}
    ${may ? '' : html`<p class="note">An admin or owner of this brand can change shipping and payment.</p>`}
  `
}

/** Says that the profile of the storefront states something else than a list of the page. */
function statedAs(state: Fulfillment['shipping_state'], what: string, rows: number): Markup | string {
  if (state === 'unconfigured' && rows > 0)
    return html`<p class="note">
      The profile of the storefront states that ${what} is not published, so agents see none of these entries. Change it
      there to publish them.
    </p>`
  if (rows === 0 && (state === 'configured' || state === 'partial'))
    return html`<p class="note">
      The profile of the storefront states that ${what} is published, without any entry here.
    </p>`
  if (state === 'not_offered')
    return html`<p class="note">
      The profile of the storefront states that ${what} is not offered.
      ${rows === 0 ? 'A first entry here changes that.' : 'Agents see none of these entries. Change it there to publish them.'}
    </p>`
  if (state === 'partial')
    return html`<p class="note">The profile of the storefront states that ${what} is published in part.</p>`
  return ''
}

/** The brands of each method that the shop states. Earlier files could state a method twice. */
function brandsByType({ payment_methods }: Fulfillment): Map<string, Set<string>> {
  const byType = new Map<string, Set<string>>()
  for (const { type, brands } of payment_methods) byType.set(type, new Set([...(byType.get(type) ?? []), ...brands]))
  return byType
}

export function methodName(type: string): string {
  return type === 'bnpl' ? 'Buy now, pay later' : heading(type)
}

function paymentForm({ pageContext, settings }: FulfillmentPage, refused: Refused | undefined): Markup {
  const stored = brandsByType(settings)
  const isTicked = (type: string) => (refused ? refused.form.getAll('method').includes(type) : stored.has(type))
  return html`<form
    class="form settings"
    method="post"
    action="${pageContext.path}"
    data-unsaved="${refused ? 'yes' : 'no'}"
  >
    ${ownForm(pageContext)} ${versionField(settings.version, refused)}
    <input type="hidden" name="action" value="payment" />
    ${refused && !isOutdated(refused) ? formError(refused, []) : ''}
    <p class="note">
      A brand is a name that buyers know a method by, such as visa or mastercard, one a line. Leave the field empty if a
      method has none. The brands of a method that is no longer ticked are removed with it.
    </p>
    ${paymentMethodTypes.map(
      (type) =>
        html`<div>
          <label class="pick"
            ><input type="checkbox" name="method" value="${type}" ${isTicked(type) ? 'checked' : ''} />
            <span>${methodName(type)}</span></label
          >
          ${areaField({
            label: `Brands of ${methodName(type).toLowerCase()}`,
            name: `brands_${type}`,
            attributes: html`rows="2"`,
            refused,
            value: entryLines(stored.get(type)),
          })}
        </div>`,
    )}
    <div class="buttons"><button class="primary slim">Save the payment methods</button></div>
  </form>`
}

function methodFacts(settings: Fulfillment): Markup {
  const stored = [...brandsByType(settings)]
  if (stored.length === 0) return html`<p class="quiet">No payment method is published.</p>`
  return html`<ul>
    ${stored.map(
      ([type, brands]) =>
        html`<li>${methodName(type)}${brands.size > 0 ? html`: <bdi>${[...brands].join(', ')}</bdi>` : ''}</li>`,
    )}
  </ul>`
}
