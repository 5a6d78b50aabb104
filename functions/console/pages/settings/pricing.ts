import { html } from 'hono/html'
import { setPricingPolicy } from '../../../../shared/operations/commerce/set_pricing_policy.ts'
import { removePricingPolicy } from '../../../../shared/operations/console/remove_pricing_policy.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { count, money } from '../../parts/format.ts'
import {
  confirmedForm,
  formError,
  isOutdated,
  mayDo,
  ownForm,
  selectField,
  textField,
  versionField,
} from '../../parts/forms.ts'
import { alert, notice } from '../../parts/notices.ts'
import { notNegotiableReasons, simulationResult, simulatorFields } from './pricing_simulation.ts'
import type { Simulation } from './pricing_simulation.ts'
import { defaultOf, policyFields, valuesOf } from './pricing_values.ts'
import type { Stored } from './pricing_values.ts'
import { productChoice, productSearch } from './product_choice.ts'
import type { ProductChoice } from './product_choice.ts'
import type { Found } from '../../settings/find_products.ts'
import { settingsHeading } from './tabs.ts'
import { unsavedScript } from './unsaved_script.ts'

export interface PricingPage {
  pageContext: PageContext
  /** Null for a member who may not see the policy. */
  stored: Stored | null
  /** The products to simulate, and the chosen one. */
  choice: ProductChoice
  /** The products that a search found whose policies can be opened. */
  sought: readonly Found[]
  /** The text of this search. */
  find?: string | undefined
  refused?: Refused | undefined
  simulation?: Simulation | undefined
  entered?: URLSearchParams
  done?: string | undefined
}

const states = [
  { value: 'true', text: 'Negotiates with agents' },
  { value: 'false', text: 'Does not negotiate' },
]
const answerers = [
  { value: 'policy', text: 'By this policy, at once' },
  { value: 'merchant', text: 'By a person of the shop' },
]
/** The inputs whose errors the form shows beside their fields. */
const shown = [
  ...policyFields.map(([name]) => name),
  'is_enabled',
  'floor',
  'price_step',
  'quantity_tiers',
  'answered_by',
  'offers',
  'quantity',
  'subject',
]

const notices: Record<string, string> = {
  saved: 'The pricing policy is saved. It applies to new offers.',
  removed: 'The product has no policy of its own any more.',
}

export function pricingPage(page: PricingPage): Markup {
  const { pageContext, stored, refused, done } = page
  const heading = settingsHeading(pageContext, 'What agents can negotiate, and what their offers would get.')
  if (stored === null) {
    return html`
      ${heading}
      <p class="note">
        Only admins and owners of this brand see the pricing policy. A buyer who knows the limits can get the lowest
        price.
      </p>
    `
  }
  return html`
    ${heading} ${notice(done === undefined ? undefined : notices[done])}
    ${isOutdated(refused) ? alert(refused.error) : ''} ${subjectHeading(page, stored)}
    ${policyForm(isRemoval(refused) ? { ...page, refused: undefined } : page, stored)} ${removalForm(page, stored)}
    ${productPolicies(page, stored)}
  `
}

/** Names what the policy is for, and says whether it answers offers. */
function subjectHeading({ pageContext }: PricingPage, { product, policy, not_negotiable }: Stored): Markup {
  const state = not_negotiable === null ? 'Agents can negotiate.' : notNegotiableReasons[not_negotiable]
  if (product === null) {
    return html`<h2>All products without a policy of their own</h2>
      <p class="quiet">${state}</p>`
  }
  return html`
    <h2><bdi>${product.title}</bdi></h2>
    <p class="quiet">
      List price ${money(product.list_price.amount, product.list_price)}.
      ${
        policy !== null
          ? 'The policy of this product applies in place of the policy of all products.'
          : not_negotiable === 'no_policy'
            ? 'This product has no policy of its own.'
            : 'This product has no policy of its own, so the policy of all products applies.'
      }
      ${state}
      ${not_negotiable === 'currency_differs' ? `The stored floor is ${policy?.floor_amount} ${policy?.floor_currency}.` : ''}
      <a href="${pageContext.path}">Policy of all products</a>
    </p>
  `
}

function policyForm(page: PricingPage, stored: Stored): Markup {
  const { pageContext, choice, refused, entered, simulation } = page
  const { policy, product, currency } = stored
  const form = refused?.form ?? entered
  const values = valuesOf(stored)
  const field = (name: string, label: string, placeholder?: string) =>
    textField({
      label,
      name,
      attributes: html`inputmode="decimal" ${placeholder ? html`placeholder="${placeholder}"` : ''}`,
      refused,
      entered,
      value: values[name] ?? '',
    })
  const select = (name: string, label: string, options: { value: string; text: string }[]) =>
    selectField({ label, name, options, refused, entered, selected: values[name] ?? '' })
  return html`
    ${unsavedScript('/console')}
    <form class="form settings" method="post" action="${pageContext.path}" data-unsaved="${refused ? 'yes' : 'no'}">
      ${ownForm(pageContext)} ${refused?.error.code === 'invalid_request' ? formError(refused, shown) : ''}
      ${versionField(policy?.version ?? 0, refused, form)}
      ${product === null ? '' : html`<input type="hidden" name="product_id" value="${product.id}" />`}
      ${select('is_enabled', 'Prices', states)} ${select('answered_by', 'Offers are answered', answerers)}
      ${field('floor', product === null ? 'Floor (% of the list price)' : 'Floor (lowest price)')}
      ${
        product === null
          ? ''
          : select('floor_unit', 'Unit of the floor', [
              { value: 'percent', text: '% of the list price' },
              { value: product.list_price.currency, text: product.list_price.currency },
            ])
      }
      ${policyFields.map(([name, label]) => field(name, label, defaultOf(name)))}
      ${field('price_step', `Price step (${currency})`, defaultOf('price_step'))}
      ${field('quantity_tiers', 'Discounts by quantity (for example 10: 5; 50: 8)', 'none')}
      <p class="note whole-line">
        No offer below the floor is ever accepted, and no answer depends on the floor. Percentages besides the floor are
        of the price for the quantity. Counter-offers fall in equal steps to the last one. An empty field has the
        default that it shows. Write percentages with a point, such as 70.50. Amounts can have the sign of their
        currency.
      </p>
      ${simulatorFields(refused, form, productChoice(choice))}
      <div class="buttons">
        <button class="secondary slim" name="action" value="simulate">Simulate</button>
        ${
          mayDo(pageContext, setPricingPolicy)
            ? html`<button class="primary slim" name="action" value="save">Save the policy</button>`
            : ''
        }
      </div>
    </form>
    ${simulation ? simulationResult(simulation, { path: pageContext.path, product: product?.id ?? null, isStored: policy !== null }) : ''}
  `
}

function isRemoval(refused: Refused | undefined): boolean {
  return refused?.form.get('action') === 'remove'
}

/** Removes the policy of a product. */
function removalForm({ pageContext, refused }: PricingPage, { product, policy }: Stored): Markup | string {
  if (product === null || policy === null || !mayDo(pageContext, removePricingPolicy)) return ''
  return confirmedForm({
    pageContext,
    action: pageContext.path,
    summary: 'Use the policy of all products',
    question: html`<input type="hidden" name="action" value="remove" />
      <input type="hidden" name="product_id" value="${product.id}" />
      <input type="hidden" name="version" value="${policy.version}" />
      The policy of this product is removed. Open negotiations about it end with the next offer of the agent.`,
    verb: 'Remove the policy of this product',
    refused: isRemoval(refused) ? refused : undefined,
  })
}

function productPolicies({ pageContext, find, sought }: PricingPage, { products, products_total }: Stored): Markup {
  return html`
    <h2 id="products">Products with a policy of their own</h2>
    ${
      products.length === 0
        ? html`<p class="quiet">No product has a policy of its own.</p>`
        : html`<ul class="choices">
            ${products.map(
              ({ id, title, is_enabled }) =>
                html`<li>
                  <a href="${address(pageContext.path, { product: id })}"><bdi>${title ?? id}</bdi></a>
                  <span class="quiet"
                    >${title === null ? 'not in the catalog' : is_enabled ? id : `${id}, does not negotiate`}</span
                  >
                </li>`,
            )}
          </ul>`
    }
    ${
      products_total > products.length
        ? html`<p class="note">The ${products.length} of ${count(products_total)} that changed last.</p>`
        : ''
    }
    ${productSearch(pageContext.path, find, sought)}
  `
}
