/** A rule of a platform for a field of its feed, as storefront.feed_rules has it. */
export interface FeedRule {
  field: string
  rule: string
  bound: number | null
  choices: string[] | null
}

const names = {
  google: 'Google Merchant Center',
  meta: 'Meta',
  openai: 'OpenAI',
  acp: 'The Agentic Commerce Protocol',
  shopify: 'Shopify',
} as Record<string, string>

/** Returns the name of a platform of feeds, as its owner writes it. */
export function feedPlatformName(platform: string): string {
  return names[platform] ?? platform
}

const statements: Record<string, (rule: FeedRule) => string> = {
  required: () => 'is missing',
  length_max: ({ bound }) => `has more than ${bound} characters`,
  length_min: ({ bound }) => `has fewer than ${bound} characters`,
  choices: ({ choices }) => `is none of ${(choices ?? []).join(', ')}`,
  form: () => 'has another form than the platform publishes',
  is_zero: () => 'is 0',
  is_past: () => 'is in the past',
  is_over_a_year_ahead: () => 'is more than a year ahead',
  is_no: () => 'is no, because the product has neither a GTIN nor a brand with an MPN',
  is_incomplete: () => 'has a rate without a country or a price',
  is_in_capitals: () => 'is written in capital letters, which the platform allows for abbreviations only',
  is_promotional: () => 'seems to have promotional text, such as a reduction, shipping or a call to buy',
  is_shared: ({ field }) =>
    field === 'gtin'
      ? 'is also that of products that are no variants of this one, of which the platform shows only one'
      : 'is shared by products whose ids differ by case or punctuation only',
  is_an_item_id: () => 'is also the id of a variant, so that the platform does not group the variants',
  variants_are_alike: () => 'cannot tell variants of a group apart, because their attributes are the same',
}

/** Returns what is wrong with a product that breaks a rule, without a period: "title has more than 150 characters". */
export function sentenceOfFeedRule(rule: FeedRule): string {
  return `${rule.field} ${statements[rule.rule]?.(rule) ?? `breaks the rule ${rule.rule}`}`
}
