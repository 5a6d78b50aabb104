import { sentenceOfFeedRule } from './feed_rules.ts'
import type { FeedRule } from './feed_rules.ts'

interface Match {
  terms: string[]
  rating: number | null
  ratings: number | null
  availability: string
  is_within_budget: boolean | null
  preferences: string[] | null
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Statements about products, shipping, payment and trust of a storefront. */
export const storefrontStatements = {
  feed_rule_is_broken: (rule: FeedRule) => `${sentenceOfFeedRule(rule)}.`,

  shop_names_it: () => 'The shop names it beside this product.',
  is_another_variant: () => 'Another variant of the same product.',
  has_the_same_words: ({ category }: { category: string | null }) =>
    category === null ? 'Described in the same words.' : `Described in the same words, in ${category}.`,
  is_of_another_brand: ({ brand }: { brand: string }) => `The same kind of product by ${brand}.`,
  costs_more: ({ percent }: { percent: number | null }) =>
    percent === null ? 'Of the same kind, for a higher price.' : `Of the same kind, for ${percent} % more.`,
  is_of_the_same_brand: ({ brand, category }: { brand: string; category: string }) =>
    `By ${brand} too, from ${category}.`,
  is_of_the_same_department: ({ category }: { category: string }) =>
    `From the same department, of another kind: ${category}.`,
  shares_attributes: ({ attributes }: { attributes: string[] }) => `Has in common: ${attributes.join(', ')}.`,

  price_beside_median: ({ percent, products, category }: { percent: number; products: number; category: string }) => {
    const difference =
      percent === 0 ? 'about as much as' : `${Math.abs(percent)} % ${percent > 0 ? 'more' : 'less'} than`
    return `Costs ${difference} the median of ${products} products in ${category}.`
  },
  rating_of_reviews: ({ score, count, verified }: { score: number; count: number; verified: number }) =>
    `${score.toFixed(1)} of 5 from ${countOf(count, 'review')}, ${verified} of them of a verified purchase.`,
  rating_of_the_feed: ({ score, count }: { score: number; count: number }) =>
    `${score.toFixed(1)} of 5 from ${countOf(count, 'rating')}, as the shop's feed says.`,
  matches_the_query: ({ terms, rating, ratings, availability, is_within_budget, preferences }: Match) => {
    const facts = [
      terms.length > 0 ? `Matches ${terms.join(', ')}` : 'Passes the filters',
      rating !== null && `rated ${rating.toFixed(1)} of 5 by ${ratings}`,
      availability.replaceAll('_', ' '),
      is_within_budget !== null && (is_within_budget ? 'within the budget' : 'above the budget'),
      preferences !== null && `speaks of ${preferences.join(', ')}`,
    ]
    return `${facts.filter(Boolean).join('; ')}.`
  },

  shipping_is_not_published: () =>
    'The merchant has not published where it ships to. This does not say that it does not ship.',
  does_not_ship: () => 'The merchant does not ship.',
  shipping_is_partly_published: () => 'The merchant has published some of its shipping; ask it about the rest.',
  ships_to_the_destinations: () => 'The merchant ships to the destinations listed.',
  payment_is_not_published: () =>
    'The merchant has not published how it is paid. This does not say that nothing is accepted.',
  takes_no_payment_online: () => 'The merchant takes no payment online.',
  takes_the_methods: () => "The merchant's own checkout takes the methods listed; nothing is paid here.",

  score_is_computed_from_own_records: () => 'Computed by this service from its own records.',
  agents_discover_products: ({ brand }: { brand: string }) => `How agents discover what ${brand} sells.`,
}
