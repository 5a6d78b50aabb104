import { beforeAll, describe, expect, test } from 'vitest'
import { configure } from '../support/configure_shop.ts'
import { useShops } from '../support/shops.ts'

const shops = useShops()
// The products contain words of the questions, to test that they are not returned as hits.
const catalog = [
  {
    id: 'work',
    title: 'Work jacket',
    category: 'Jackets',
    description: 'Ship it, pay once, return to work. Long days.',
  },
  { id: 'card', title: 'Card holder', category: 'Wallets', description: 'For a credit card. How it works.' },
  { id: 'tent', title: 'Ridge tent', category: 'Tents', price: 199 },
]
const published = {
  website: 'https://shop.example',
  support_contact: 'help@shop.example',
  returns_policy: 'https://shop.example/returns',
  shipping: {
    state: 'configured',
    destinations: [
      {
        country: 'AT',
        service: 'Standard',
        price: 4.9,
        free_over: 50,
        currency: 'EUR',
        transit_days: { min: 2, max: 4 },
      },
      { country: 'DE', service: 'Standard', price: 0 },
    ],
  },
  payment: {
    state: 'configured',
    methods: [
      { type: 'card', brands: ['visa', 'mastercard'] },
      { type: 'wallet', brands: ['paypal'] },
      { type: 'invoice' },
    ],
  },
}
let open: string
let silent: string
beforeAll(async () => {
  ;({ brandId: open } = await shops.open(catalog))
  await configure(shops.database(), open, published)
  ;({ brandId: silent } = await shops.open(catalog))
})

async function ask(brandId: string, text: string) {
  const { body } = await shops.ask(brandId, '/query', { agent: { platform: 'x' }, query: { text } })
  expect(shops.faults('post', '/api/storefront/{brand_id}/query', body)).toEqual([])
  const ids: string[] = body.results.map(({ id }: { id: string }) => id)
  return { ...body, ids }
}

describe('a question about the shop', () => {
  test.each([
    [
      'do you ship to Austria?',
      'The merchant ships to Austria: AT, Standard, 4.9 EUR, free over 50 EUR, 2 to 4 days in transit.',
    ],
    ['shipping to Germany', 'The merchant ships to Germany: DE, Standard, free.'],
    [
      'can you deliver to the Netherlands',
      'Netherlands is not among the merchant’s shipping destinations. The published destinations are Austria and Germany.',
    ],
    [
      'how long does delivery to Austria take',
      'The merchant ships to Austria: AT, Standard, 4.9 EUR, free over 50 EUR, 2 to 4 days in transit.',
    ],
    [
      'Do you ship to the US',
      'United States is not among the merchant’s shipping destinations. The published destinations are Austria and Germany.',
    ],
  ])('%s is answered from the published destinations', async (text, statement) => {
    const { answers, ids, meta } = await ask(open, text)
    expect(answers).toEqual([
      { topic: 'shipping', published: true, statement, source: 'https://shop.example', facts: expect.anything() },
    ])
    expect([ids, meta.total_results]).toEqual([[], 0])
  })

  test.each([
    'how do returns work',
    'what is your returns policy?',
    'Can I return it if it does not fit?',
    'return policy',
    'money-back guarantee',
  ])('%s returns the link to the policy without its terms', async (text) => {
    const { answers, ids } = await ask(open, text)
    expect(answers).toEqual([
      {
        topic: 'returns',
        published: true,
        statement: 'The merchant’s returns policy is at https://shop.example/returns. Its terms are not repeated here.',
        source: 'https://shop.example/returns',
        facts: { policy: 'https://shop.example/returns' },
      },
    ])
    expect(ids).toEqual([])
  })

  const methods = 'The published methods are card (visa, mastercard), wallet (paypal) and invoice.'
  test.each([
    ['can I pay with PayPal', `Yes, the merchant accepts paypal. ${methods}`],
    ['do you take credit cards?', `Yes, the merchant accepts credit cards. ${methods}`],
    ['is payment by invoice possible', `Yes, the merchant accepts invoice. ${methods}`],
    ['do you accept Klarna', `Klarna is not among the published methods. ${methods}`],
    ['can I pay with amex', `Amex is not among the published methods. ${methods}`],
    ['payment methods', methods],
  ])('%s is answered from the published methods', async (text, statement) => {
    const { answers, ids } = await ask(open, text)
    expect([answers.map((answer: { statement: string }) => answer.statement), ids]).toEqual([[statement], []])
  })

  test.each([
    ['do you ship to Austria', 'shipping', 'The merchant has not published where it ships to. Ask the merchant.'],
    ['how do returns work', 'returns', 'The merchant has not published a returns policy. Ask the merchant.'],
    ['can I pay with PayPal', 'payment', 'The merchant has not published how it is paid. Ask the merchant.'],
  ])('%s: states that the information is not published', async (text, topic, statement) => {
    const { answers, ids } = await ask(silent, text)
    expect([answers, ids]).toMatchObject([[{ topic, published: false, statement, source: null }], []])
  })

  test('refers to the merchant for information that is only partly published', async () => {
    const { brandId } = await shops.open(catalog)
    await configure(shops.database(), brandId, {
      ...published,
      shipping: { ...published.shipping, state: 'partial' },
      payment: { state: 'configured', methods: [{ type: 'wallet' }] },
    })
    const [shipping] = (await ask(brandId, 'do you ship to France')).answers
    expect(shipping).toMatchObject({
      published: false,
      statement: expect.stringContaining('has not published whether it ships to France'),
    })
    expect(shipping.statement).toContain('see https://shop.example or ask help@shop.example')
    const [payment] = (await ask(brandId, 'do you take Apple Pay')).answers
    expect(payment).toMatchObject({
      published: false,
      statement: expect.stringContaining('whether it accepts apple pay'),
    })
  })

  test('about a product returns the answer and the product', async () => {
    const { answers, ids } = await ask(open, 'how much is shipping to Austria for the ridge tent')
    expect([answers.length, ids]).toEqual([1, ['tent']])
  })

  test('about a place that is not a country lists the place as unused', async () => {
    const { answers, query_interpretation: read, ids } = await ask(open, 'do you ship to Vienna')
    expect([answers[0].facts.country, read.unmatched, ids]).toEqual([null, ['vienna'], []])
  })

  test('is answered by GET /search and POST /catalog/search too', async () => {
    const { body } = await shops.look(open, '/search?q=do+you+ship+to+Austria')
    expect(shops.faults('get', '/api/storefront/{brand_id}/search', body)).toEqual([])
    expect([body.answers[0].topic, body.products]).toEqual(['shipping', []])
    const ucp = await shops.ask(open, '/catalog/search', { query: 'can I pay with PayPal' })
    expect(shops.faults('post', '/api/storefront/{brand_id}/catalog/search', ucp.body)).toEqual([])
    expect([ucp.body.products, ucp.body.messages]).toEqual([
      [],
      [{ type: 'info', code: 'payment', content: `Yes, the merchant accepts paypal. ${methods}` }],
    ])
  })
})

describe('a search for a product', () => {
  test.each([
    ['work jacket', 'work'],
    ['card holder', 'card'],
    ['do you have a card holder', 'card'],
    ['credit card holder', 'card'],
    ['tent', 'tent'],
  ])('%s returns products and no answer about the shop', async (text, first) => {
    const { answers, ids } = await ask(open, text)
    expect([answers, ids[0]]).toEqual([[], first])
  })
})
