import { html } from 'hono/html'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { platformNames, platformTitles } from '../../../shared/sources/platform.ts'
import type { PlatformName } from '../../../shared/sources/platform.ts'
import { currencies, timezones } from '../parts/currencies.ts'
import { formError, ownForm, selectField, textField } from '../parts/forms.ts'
import { zoneScript } from './zone_script.ts'

/** `currency` is that of the region of the browser. */
export function newBrandPage(pageContext: PageContext, currency: string, refused?: Refused): Markup {
  const isFirst = pageContext.brands.length === 0
  return html`
    <h1>${isFirst ? 'Create your first brand' : 'Create a brand'}</h1>
    <p class="quiet">
      A brand has its own data, people and keys. All its amounts are in one currency, and its days are those of one time
      zone.
    </p>
    <form method="post" action="/console/brands">
      ${ownForm(pageContext)} ${formError(refused, ['name', 'currency', 'timezone'])}
      ${textField({
        label: 'Name',
        name: 'name',
        requirement: true,
        attributes: html`maxlength="100" ${refused ? '' : 'autofocus'}`,
        refused,
      })}
      ${selectField({ label: 'Currency', name: 'currency', options: currencies(), selected: currency, refused })}
      ${selectField({
        label: 'Time zone',
        name: 'timezone',
        options: timezones(),
        selected: 'UTC',
        attributes: refused ? html`` : html`data-guess`,
        refused,
      })}
      <p class="quiet">
        Choose the zone in which your ad accounts count days. Both can change until the brand has data.
      </p>
      <fieldset class="pick-list">
        <legend>Which platforms do you use? (optional)</legend>
        ${platformNames.map(
          (name) =>
            html`<label class="pick"
              ><input
                type="checkbox"
                name="platform"
                value="${name}"
                ${refused?.form.getAll('platform').includes(name) ? 'checked' : ''}
              />
              ${platformTitles[name]}</label
            >`,
        )}
      </fieldset>
      <button class="primary">Create the brand</button>
    </form>
    ${zoneScript('/console')}
    ${isFirst ? html`<p class="quiet">Were you invited to a brand? Open the link in the mail of the invitation.</p>` : ''}
  `
}

/** The ways to bring data into a brand. `platforms` are those that the person uses. */
export function startPage({ brand }: PageContext, platforms: readonly PlatformName[]): Markup {
  const root = `/console/brands/${brand?.id}`
  const steps: [title: string, about: string, path: string, link: string][] = [
    [
      'Connect an account',
      `${listed(platforms.length > 0 ? platforms : platformNames)}. Vitrine reads the accounts every hour and never changes them.`,
      '/sources',
      'Choose a platform',
    ],
    [
      'Upload a file',
      'Ad reports, orders, journeys, products and reviews as CSV or JSON. You see the columns before rows are stored.',
      '/imports',
      'Choose a file',
    ],
    [
      'Publish the storefront',
      'Nothing of a new brand is public. Once it has products, you can publish them to the agents of shoppers.',
      '/settings/storefront',
      'Storefront settings',
    ],
    [
      'Invite people',
      'Colleagues get a mail with an invitation, and the role that you choose.',
      '/people',
      'Invite people',
    ],
  ]
  return html`
    <header class="heading">
      <div>
        <h1>First steps</h1>
        <p class="quiet">${brand?.currency}, ${brand?.timezone}. The pages of the brand are empty until it has data.</p>
      </div>
    </header>
    <ul class="cards">
      ${steps.map(
        ([title, about, path, link]) =>
          html`<li>
            <div class="card-head"><h2>${title}</h2></div>
            <p class="quiet">${about}</p>
            <p><a href="${root}${path}">${link}</a></p>
          </li>`,
      )}
    </ul>
  `
}

/** The names of platforms as a list: Meta Ads and Shopify. */
function listed(platforms: readonly PlatformName[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(platforms.map((name) => platformTitles[name]))
}
