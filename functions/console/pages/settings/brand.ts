import { html } from 'hono/html'
import type { z } from 'zod'
import type { brandSettings } from '../../../../shared/operations/console/brand_settings.ts'
import { deleteBrand } from '../../../../shared/operations/console/delete_brand.ts'
import { setBrand } from '../../../../shared/operations/console/set_brand.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import { storedWords } from '../../../../shared/sentences/console.ts'
import type { PageContext, Refused } from '../../page_context.ts'
import { currencies, timezones } from '../../parts/currencies.ts'
import { fact } from '../../parts/fact.ts'
import {
  errorOf,
  fieldError,
  formError,
  mayDo,
  ownForm,
  selectField,
  textField,
  versionField,
} from '../../parts/forms.ts'
import { alert, notice } from '../../parts/notices.ts'
import { settingsHeading } from './tabs.ts'

export interface BrandPage {
  pageContext: PageContext
  settings: z.output<(typeof brandSettings)['output']>
  refused?: Refused | undefined
  refusedDeletion?: Refused | undefined
  done?: string | undefined
}

export function brandPage(page: BrandPage): Markup {
  const { pageContext, settings, refused, done } = page
  const isFixed = settings.stored_data.length > 0
  const may = mayDo(pageContext, setBrand)
  return html`
    ${settingsHeading(pageContext, 'The name of the brand, and the unit of its amounts and days.')}
    ${notice(done === 'saved' ? 'The settings of the brand are saved.' : undefined)}
    ${refused && refused.error.code !== 'invalid_request' ? alert(refused.error) : ''}
    ${may ? brandForm(page, isFixed) : ''}
    ${
      may && !isFixed
        ? ''
        : html`<dl class="row">
            ${may ? '' : fact('Name', html`<bdi>${settings.name}</bdi>`)} ${fact('Currency', settings.currency)}
            ${fact('Time zone', settings.timezone.replaceAll('_', ' '))}
          </dl>`
    }
    ${isFixed || may ? html`<h2>Currency and time zone</h2>` : ''}
    ${isFixed ? fixedNote(settings, may) : may ? openNote() : ''}
    ${may ? '' : html`<p class="note">An admin or owner of this brand can change its settings.</p>`}
    ${mayDo(pageContext, deleteBrand) ? deletionForm(page) : ''}
  `
}

/** The deletion of the brand, with what ends at once and what later. */
function deletionForm({ pageContext, settings, refusedDeletion }: BrandPage): Markup {
  const root = `/console/brands/${pageContext.brand?.id}/settings/brand`
  const isOld = refusedDeletion?.error.reason === 'this_session_is_too_old'
  return html`
    <section class="danger" aria-labelledby="danger">
      <h2 id="danger">Danger zone</h2>
      <details ${refusedDeletion ? 'open' : ''}>
        <summary>Delete this brand</summary>
        <p>At once:</p>
        <ul>
          <li>
            The API keys of the brand are revoked. Keys of the whole account and connected apps no longer reach it.
          </li>
          <li>The accounts of platforms are disconnected. Vitrine revokes access that no other brand uses.</li>
          <li>The storefront is no longer published, and no one can open the brand in the console.</li>
        </ul>
        <p>
          After 7 days all data of the brand is deleted and cannot be restored: reports, orders, journeys, products,
          targets, policies and files. Members keep their own accounts. Until then the operator can open the brand
          again, without its keys and connections. <a href="/docs/guides/brand_settings">The guide</a> has the details.
        </p>
        ${
          isOld
            ? html`<p class="alert" role="alert">
                ${refusedDeletion.error.message}
                <a href="/oauth/sign-in?to=${encodeURIComponent(root)}">Sign in again</a>
              </p>`
            : ''
        }
        <form class="form" method="post" action="${root}/deletion">
          ${ownForm(pageContext)} ${isOld ? '' : formError(refusedDeletion, ['name'])}
          ${textField({
            label: `Type ${settings.name} to confirm`,
            name: 'name',
            requirement: true,
            attributes: html`maxlength="100"`,
            refused: refusedDeletion,
            formName: 'deletion',
          })}
          <button class="danger slim">Delete the brand</button>
        </form>
      </details>
    </section>
  `
}

function fixedNote({ stored_data, currency, timezone }: BrandPage['settings'], may: boolean): Markup {
  return html`
    <p>
      They cannot change, because the brand has ${storedWords(stored_data)}. Its amounts are stored in ${currency}
      without an exchange rate, and its days are those of ${timezone.replaceAll('_', ' ')} without hours. A conversion
      would not be exact.
    </p>
    ${
      may
        ? html`<p>
            For another currency or time zone, <a href="/console/brands/new">create another brand</a>, and import the
            data or connect the accounts there. Amounts in other currencies are then converted at the rate of each day.
          </p>`
        : ''
    }
  `
}

function openNote(): Markup {
  return html`<p>
    They can change until the brand has data, targets, a connected account or a pricing policy. Then all amounts are
    stored in the currency, and all days are those of the time zone. Prices of products keep their own currencies.
  </p>`
}

function brandForm({ pageContext, settings, refused }: BrandPage, isFixed: boolean): Markup {
  const hidden = (name: 'currency' | 'timezone') =>
    html`<input type="hidden" name="${name}" value="${settings[name]}" />
      ${fieldError(`form-${name}-error`, errorOf(refused, name))}`
  return html`
    <form class="form settings" method="post" action="${pageContext.path}">
      ${ownForm(pageContext)}
      ${refused?.error.code === 'invalid_request' ? formError(refused, ['name', 'currency', 'timezone']) : ''}
      ${versionField(settings.version, refused)}
      ${textField({ label: 'Name', name: 'name', requirement: true, attributes: html`maxlength="100"`, refused, value: settings.name })}
      ${
        isFixed
          ? html`${hidden('currency')} ${hidden('timezone')}`
          : html`${selectField({ label: 'Currency', name: 'currency', options: currencies(), selected: settings.currency, refused })}
            ${selectField({ label: 'Time zone', name: 'timezone', options: timezones(), selected: settings.timezone, refused })}`
      }
      <div class="buttons"><button class="primary slim">Save the brand</button></div>
    </form>
  `
}
