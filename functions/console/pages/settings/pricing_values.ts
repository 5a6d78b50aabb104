import type { z } from 'zod'
import { pricingPolicyInput } from '../../../../shared/schema/commerce/pricing_policy.ts'
import type { pricingPolicy } from '../../../../shared/operations/console/pricing_policy.ts'

export type Stored = z.output<(typeof pricingPolicy)['output']>

/** The inputs of a policy besides its floor and its menus: name and label. */
export const policyFields = [
  ['target_percent', 'Target: last counter-offer (%)'],
  ['accept_percent', 'Accept at once from (%)'],
  ['decline_percent', 'Decline below (%)'],
  ['rounds_max', 'Offers of an agent, at most'],
  ['answer_minutes', 'Minutes to answer'],
  ['hold_minutes', 'Minutes an agreed price is held'],
  ['negotiations_per_day_max', 'Negotiations of an agent in a day'],
] as const

type Name = 'price_step' | (typeof policyFields)[number][0]

/** The minutes to answer of an empty field, by who answers. */
const answerMinutes = { policy: 15, merchant: 2880 } as const

/** What an empty field means. Undefined for a required one. */
export function defaultOf(name: Name): string | undefined {
  if (name === 'target_percent') return undefined
  if (name === 'answer_minutes') return `${answerMinutes.policy}, by a person ${answerMinutes.merchant}`
  return text(pricingPolicyInput[name].safeParse(undefined).data) || 'none'
}

/** The values of the fields of a stored policy, or those of a new one. */
export function valuesOf({ policy, product }: Stored): Record<string, string> {
  const valueOf = (name: Name) => {
    if (policy === null) return text(pricingPolicyInput[name].safeParse(undefined).data)
    // The default of one mode would stay when another person or the policy is to answer.
    const isDefault = name === 'answer_minutes' && policy.answer_minutes === answerMinutes[policy.answered_by]
    return isDefault ? '' : text(policy[name])
  }
  // A floor in another currency than the price cannot be saved again, so its field is empty.
  const amount = policy?.floor_currency === product?.list_price.currency ? policy?.floor_amount : undefined
  return {
    is_enabled: String(policy?.is_enabled ?? true),
    answered_by: policy?.answered_by ?? 'policy',
    floor: text(policy?.floor_percent ?? amount),
    ...(product === null
      ? {}
      : { floor_unit: policy && policy.floor_amount !== null ? product.list_price.currency : 'percent' }),
    ...Object.fromEntries(policyFields.map(([name]) => [name, valueOf(name)])),
    price_step: valueOf('price_step'),
    quantity_tiers: (policy?.quantity_tiers ?? [])
      .map(({ quantity_min, percent_off }) => `${quantity_min}: ${percent_off}`)
      .join('; '),
  }
}

/** Whether the fields of a form differ from the stored values. */
export function isEdited(form: URLSearchParams, stored: Stored): boolean {
  return Object.entries(valuesOf(stored)).some(([name, value]) => (form.get(name)?.trim() ?? '') !== value)
}

function text(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
