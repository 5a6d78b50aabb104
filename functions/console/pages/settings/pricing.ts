import { html } from 'hono/html'
import type { z } from 'zod'
import { pricingPolicyInput } from '../../../../shared/schema/commerce/pricing_policy.ts'
import { setPricingPolicy } from '../../../../shared/operations/commerce/set_pricing_policy.ts'
import type { pricingPolicy } from '../../../../shared/operations/console/pricing_policy.ts'
import type { products } from '../../../../shared/operations/storefront/products.ts'
import type { Markup } from '../../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../../page_context.ts'
import { address } from '../../parts/choices.ts'
import { count } from '../../parts/format.ts'
import { formError, mayDo, ownForm, selectField, textField } from '../../parts/forms.ts'
import { alert, notice } from '../../parts/notices.ts'
import { notNegotiableReasons, simulationResult, simulatorFields } from './pricing_simulation.ts'
import type { Simulation } from './pricing_simulation.ts'
import { settingsHeading } from './tabs.ts'

type Stored = z.output<(typeof pricingPolicy)['output']>

export interface PricingPage {
  pageContext: PageContext
  /** Null for a member who may not see the policy. */
  stored: Stored | null
  /** Products to choose from. */
  catalog: z.output<(typeof products)['output']>['products']
  refused?: Refused | undefined
  simulation?: Simulation | undefined
  entered?: URLSearchParams
  done?: string | undefined
}

/** The inputs of a policy besides its floor and its menus: name and label. */
const fields = [
  ['target_percent', 'Target: last counter-offer (%)'],
  ['accept_percent', 'Accept at once from (%)'],
  ['decline_percent', 'Decline below (%)'],
  ['rounds_max', 'Offers of an agent, at most'],
  ['answer_minutes', 'Minutes to answer'],
  ['hold_minutes', 'Minutes an agreed price is held'],
  ['negotiations_per_day_max', 'Negotiations of an agent in a day'],
] as const
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
  ...fields.map(([name]) => name),
  'is_enabled',
  'floor',
  'price_step',
  'quantity_tiers',
  'answered_by',
  'offers',
  'quantity',
]

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
    ${heading} ${notice(done === 'saved' ? 'The pricing policy is saved. It applies to new offers.' : undefined)}
    ${refused && refused.error.code !== 'invalid_request' ? alert(refused.error) : ''} ${subjectHeading(page, stored)}
    ${policyForm(page, stored)} ${productPolicies(page, stored)}
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
      List price ${product.list_price.formatted}.
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
  const { pageContext, catalog, refused, entered, simulation } = page
  const { policy, product, currency } = stored
  const form = refused?.form ?? entered
  const values = valuesOf(stored)
  const field = (name: string, label: string, hint?: string) =>
    textField({
      label: hint ? `${label} (${hint})` : label,
      name,
      attributes: html`inputmode="decimal"`,
      refused,
      value: form?.get(name) ?? values[name] ?? '',
    })
  const select = (name: string, label: string, options: { value: string; text: string }[]) =>
    selectField({ label, name, options, refused, selected: form?.get(name) ?? values[name] ?? '' })
  const isEdited = form ? Object.keys(values).some((name) => (form.get(name)?.trim() ?? '') !== values[name]) : false
  return html`
    <form class="form settings" method="post" action="${pageContext.path}">
      ${ownForm(pageContext)} ${refused?.error.code === 'invalid_request' ? formError(refused, shown) : ''}
      <input type="hidden" name="version" value="${policy?.version ?? 0}" />
      ${product === null ? '' : html`<input type="hidden" name="product_id" value="${product.id}" />`}
      ${select('is_enabled', 'Prices', states)} ${select('answered_by', 'Offers are answered', answerers)}
      ${field('floor', 'Floor', product === null ? '% of the list price' : 'lowest price')}
      ${
        product === null
          ? ''
          : select('floor_unit', 'Unit of the floor', [
              { value: 'percent', text: '% of the list price' },
              { value: product.list_price.currency, text: product.list_price.currency },
            ])
      }
      ${fields.map(([name, label]) => field(name, label))} ${field('price_step', `Price step (${currency})`)}
      ${field('quantity_tiers', 'Discounts by quantity', 'for example 10: 5; 50: 8')}
      <p class="note whole-line">
        No offer below the floor is ever accepted, and no answer depends on the floor. Percentages besides the floor are
        of the price for the quantity. Counter-offers fall in equal steps to the last one. Empty fields set no limit.
        Write decimals with a point, such as 70.50, and no thousands separators.
      </p>
      ${simulatorFields(form, refused, product?.id ?? catalog[0]?.id)}
      <div class="buttons">
        <button class="secondary slim" name="action" value="simulate">Simulate</button>
        ${
          mayDo(pageContext, setPricingPolicy)
            ? html`<button class="primary slim" name="action" value="save">Save the policy</button>`
            : ''
        }
      </div>
    </form>
    ${simulation ? simulationResult(simulation, { isEdited, isStored: policy !== null }) : ''}
  `
}

/** The values of the fields of a stored policy, or those of a new one. */
function valuesOf({ policy, product }: Stored): Record<string, string> {
  const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
  const inputOf = (name: 'price_step' | (typeof fields)[number][0]) =>
    text(policy === null ? pricingPolicyInput[name].safeParse(undefined).data : policy[name])
  // A floor in another currency than the price cannot be saved again, so its field is empty.
  const amount = policy?.floor_currency === product?.list_price.currency ? policy?.floor_amount : undefined
  return {
    is_enabled: String(policy?.is_enabled ?? true),
    answered_by: policy?.answered_by ?? 'policy',
    floor: text(policy?.floor_percent ?? amount),
    ...(product === null
      ? {}
      : { floor_unit: policy && policy.floor_amount !== null ? product.list_price.currency : 'percent' }),
    ...Object.fromEntries(fields.map(([name]) => [name, inputOf(name)])),
    price_step: inputOf('price_step'),
    quantity_tiers: (policy?.quantity_tiers ?? [])
      .map(({ quantity_min, percent_off }) => `${quantity_min}: ${percent_off}`)
      .join('; '),
  }
}

function productPolicies({ pageContext, catalog }: PricingPage, { products, products_total }: Stored): Markup {
  return html`
    <h2>Products with a policy of their own</h2>
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
    <form class="line-form" method="get" action="${pageContext.path}">
      <label>Product <input name="product" list="products" required maxlength="100" placeholder="Id" /></label>
      <button class="secondary slim">Open its policy</button>
    </form>
    <datalist id="products">
      ${catalog.map(({ id, title, price }) => html`<option value="${id}">${title}, ${price.formatted}</option>`)}
    </datalist>
  `
}
