type Row = Record<string, unknown>

const contents: Record<string, (notice: Row) => string> = {
  language_fallback: ({ language }) =>
    `The shop has no texts in ${language as string}. These are in the language of its feed.`,
  currency_not_compared: ({ currency, others }) =>
    `Price bounds are in ${currency as string}. Products priced in ${list(others as string[])} were not compared and are left out.`,
  budget_not_compared: ({ currency }) =>
    `The budget is in ${currency as string}. Products priced in another currency were not compared with it.`,
  sorted_last: ({ sort, count, total }) => {
    if (String(sort).startsWith('price'))
      return `${products(count as number)} priced in another currency and listed last.`
    const fact = facts[sort as string] ?? 'value'
    return count === total
      ? `No product here has a published ${fact}. The order does not depend on it.`
      : `${products(count as number)} without a published ${fact} and listed last.`
  },
  words_repaired: ({ words }) =>
    (words as { word: string; used: string[] }[])
      .map(({ word, used }) => `No product has the word "${word}". Results are for ${list(used.map(quoted))}.`)
      .join(' '),
  price_filter_ignored: ({ currency, currencies }) =>
    `The price filter is in ${currency as string} and was not applied, because amounts are not converted. Prices are in ${list(currencies as string[])}.`,
  filters_not_used: ({ filters }) =>
    `The shop has no filter ${list((filters as string[]).map(quoted), 'or')}. Products are not filtered by it. Use "categories" and "price".`,
  kind_not_found: ({ kind, ids, price, currency, is_dearest: isDearest }) =>
    [
      `No product named "${kind as string}" passes the filters.`,
      price !== undefined &&
        `The ${isDearest ? 'most expensive' : 'cheapest'} one costs ${price as number} ${currency as string}.`,
      mentions(kind, ids),
    ]
      .filter(Boolean)
      .join(' '),
  other_kind: ({ kind, ids }) => mentions(kind, ids),
  words_not_matched: ({ words }) => `No product in this answer matches ${list((words as string[]).map(quoted), 'or')}.`,
  words_not_used: ({ words }) => `Not used in this answer: ${list((words as string[]).map(quoted))}.`,
}

const facts: Record<string, string> = {
  rating: 'rating',
  rating_asc: 'rating',
  weight_asc: 'weight',
  weight_desc: 'weight',
}

function mentions(kind: unknown, ids: unknown): string {
  const [first, ...others] = ids as string[]
  if (first === undefined) return ''
  return others.length === 0
    ? `The product ${first} mentions "${kind as string}", but is another kind of product.`
    : `The products ${list(ids as string[])} mention "${kind as string}", but are other kinds of products.`
}

/** Returns a storefront response with sentences in place of the codes and values of the database. */
export function wordShopAnswer(answer: Row): Row {
  return {
    ...answer,
    answers: ((answer.answers ?? []) as Row[]).map(answerOf),
    messages: ((answer.messages ?? []) as Row[]).map(messageOf),
  }
}

function messageOf(notice: Row): Row {
  const code = notice.code as string
  return {
    type: ['language_fallback', 'price_filter_ignored'].includes(code) ? 'info' : 'warning',
    code,
    content: contents[code]?.(notice) ?? code,
  }
}

function answerOf({ topic, website, contact, ...known }: Row): Row {
  const elsewhere = [website && `see ${website as string}`, contact && `ask ${contact as string}`].filter(Boolean)
  const ask = elsewhere.length > 0 ? ` To find out, ${elsewhere.join(' or ')}.` : ' Ask the merchant.'
  const {
    published,
    statement,
    source = null,
    facts: given,
  } = wordings[topic as keyof typeof wordings](known, ask) as Wording
  return { topic, published, statement, source: source ?? website ?? null, facts: given }
}

interface Wording {
  published: boolean
  statement: string
  source?: string | null
  facts: Row
}

const wordings = { shipping, payment, returns }

function shipping({ state, note, country, countries, destinations }: Row, ask: string): Wording {
  const facts = { state, country, countries, destinations }
  const place = country === null ? null : countryName(country as string)
  const own = note ? ` ${note as string}` : ''
  if (state === 'unconfigured') {
    return { published: false, statement: `The merchant has not published where it ships to.${own}${ask}`, facts }
  }
  if (state === 'not_offered') return { published: true, statement: `The merchant does not ship.${own}`, facts }
  const offers = (destinations as Row[]).map(offerOf)
  const everywhere = list((countries as string[]).map(countryName))
  if (offers.length > 0) {
    const where = place ?? everywhere
    return { published: true, statement: `The merchant ships to ${where}: ${offers.join('; ')}.${own}`, facts }
  }
  const known = everywhere ? ` The published destinations are ${everywhere}.` : ''
  if (state === 'partial' || place === null) {
    const what = place === null ? 'its destinations' : `whether it ships to ${place}`
    return { published: false, statement: `The merchant has not published ${what}.${known}${own}${ask}`, facts }
  }
  return {
    published: true,
    statement: `${place} is not among the merchant’s shipping destinations.${known}${own}`,
    facts,
  }
}

function offerOf(offer: Row): string {
  const {
    country,
    regions,
    postal_codes: codes,
    service,
    price,
    free_over: freeOver,
    currency,
    transit_days: transit,
  } = offer
  const { min, max } = (transit ?? {}) as { min?: number | null; max?: number | null }
  const parts = [...(regions as string[]), ...((codes as string[]).length > 0 ? ['some postal codes only'] : [])]
  return [
    `${country as string}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}, ${service as string}`,
    price === null ? 'price not published' : price === 0 ? 'free' : `${price as number} ${currency as string}`,
    freeOver !== null && `free over ${freeOver as number} ${currency as string}`,
    typeof max === 'number' && `${min === max ? max : `${min ?? 0} to ${max}`} days in transit`,
  ]
    .filter(Boolean)
    .join(', ')
}

function payment({ state, note, method, methods }: Row, ask: string): Wording {
  const facts = { state, method, methods }
  const own = note ? ` ${note as string}` : ''
  if (state === 'unconfigured') {
    return { published: false, statement: `The merchant has not published how it is paid.${own}${ask}`, facts }
  }
  if (state === 'not_offered')
    return { published: true, statement: `The merchant takes no payment online.${own}`, facts }
  const taken = methods as { type: string; brands: string[] }[]
  const listed = `The published methods are ${list(taken.map(methodName))}.`
  if (method === null) return { published: true, statement: `${listed}${own}`, facts }
  const wanted = (method as string).replace(/s$/, '')
  const type = methodTypes[wanted.replaceAll(' ', '')] ?? wanted
  const of = taken.filter((candidate) => candidate.type === type)
  const isBrand = type !== wanted && !genericMethods.has(wanted)
  const isTaken = of.some(({ brands }) => !isBrand || brands.some((brand) => sameName(brand, wanted)))
  if (isTaken)
    return { published: true, statement: `Yes, the merchant accepts ${method as string}. ${listed}${own}`, facts }
  // A payment method without listed brands does not answer a question about one brand.
  if (state === 'partial' || of.some(({ brands }) => brands.length === 0)) {
    return {
      published: false,
      statement: `The merchant has not published whether it accepts ${method as string}. ${listed}${own}${ask}`,
      facts,
    }
  }
  return {
    published: true,
    statement: `${capital(method as string)} is not among the published methods. ${listed}${own}`,
    facts,
  }
}

function returns({ policy = null }: Row, ask: string): Wording {
  if (policy === null) {
    return { published: false, statement: `The merchant has not published a returns policy.${ask}`, facts: {} }
  }
  return {
    published: true,
    statement: `The merchant’s returns policy is at ${policy as string}. Its terms are not repeated here.`,
    source: policy as string,
    facts: { policy },
  }
}

const methodTypes: Record<string, string> = {
  ...named('wallet', 'paypal', 'applepay', 'googlepay', 'shoppay', 'amazonpay'),
  ...named('bnpl', 'klarna', 'afterpay', 'clearpay', 'affirm', 'installment', 'instalment', 'buynowpaylater'),
  ...named('card', 'visa', 'mastercard', 'amex', 'americanexpres', 'discover', 'maestro', 'creditcard', 'debitcard'),
  ...named('bank_transfer', 'banktransfer', 'wiretransfer'),
  ...named('cash_on_delivery', 'cashondelivery', 'cash'),
}
const genericMethods = new Set([
  'credit card',
  'debit card',
  'installment',
  'instalment',
  'buy now pay later',
  'bank transfer',
  'wire transfer',
  'cash on delivery',
  'cash',
  'invoice',
])

function named(type: string, ...methods: string[]): Record<string, string> {
  return Object.fromEntries(methods.map((method) => [method, type]))
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .replace(/^americanexpress?$/, 'amex')
  return plain(one) === plain(other)
}

function methodName({ type, brands }: { type: string; brands: string[] }): string {
  const name = type.replaceAll('_', ' ')
  return brands.length > 0 ? `${name} (${brands.map((brand) => brand.replaceAll('_', ' ')).join(', ')})` : name
}

/** Returns the English name of a country from its ISO 3166 code. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
}

function products(count: number): string {
  return count === 1 ? '1 product is' : `${count} products are`
}

function quoted(word: string): string {
  return `"${word}"`
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function list(items: string[], joint = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`
}
