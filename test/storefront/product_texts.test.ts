import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attributeName } from '../../shared/ingest/products/fields/attribute_name.ts'
import { availabilityOf } from '../../shared/ingest/products/fields/availability.ts'
import { minorUnits } from '../../shared/ingest/products/fields/currencies.ts'
import { isWebAddress } from '../../shared/ingest/products/fields/fields.ts'
import { googleDraft } from '../../shared/ingest/products/google/google_fields.ts'
import { readGtin } from '../../shared/ingest/products/fields/gtin.ts'
import { linksIn } from '../../shared/ingest/products/fields/links.ts'
import { listed } from '../../shared/ingest/products/fields/listed.ts'
import { plainLine, plainText } from '../../shared/ingest/products/fields/plain_text.ts'
import { readPrice } from '../../shared/ingest/products/fields/price.ts'
import { productRecord } from '../../shared/ingest/products/record.ts'
import { RowError } from '../../shared/ingest/products/row_error.ts'
import { pricedOf } from '../../shared/ingest/products/fields/sale.ts'
import { SeenIds } from '../../shared/ingest/products/seen_ids.ts'
import { columnName } from '../../shared/ingest/products/table.ts'
import { ratesOf } from '../../shared/storefront/shipping_rate.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { sentenceOfWarning } from '../../shared/sentences/warnings/warning.ts'

const product = { id: 'a', title: 'A', price: 1, currency: 'EUR', availability: 'in_stock' }

/** The parsed value of one field of a product, or the reason of its rejection. */
function withField(field: string, value: unknown): unknown {
  const parsed = productRecord.safeParse({ ...product, [field]: value })
  return parsed.success ? (parsed.data as Record<string, unknown>)[field] : parsed.error.issues[0]?.message
}

/** Returns the sentence of the error that rejects a row; empty if nothing is rejected. */
function rejection(read: () => unknown): string {
  try {
    read()
    return ''
  } catch (thrown) {
    if (thrown instanceof RowError) return sentenceOfWarning(thrown.reason, shell)
    throw thrown
  }
}

describe('readPrice', () => {
  test.each([
    ['12.50 EUR', 12.5, 'EUR'],
    ['EUR 12,50', 12.5, 'EUR'],
    ['12,50EUR', 12.5, 'EUR'],
    ['€12.50', 12.5, 'EUR'],
    ['1.234,50 eur', 1234.5, 'EUR'],
    ['1,234.50 USD', 1234.5, 'USD'],
    ['1 234,50 PLN', 1234.5, 'PLN'],
    ["1'234.50 CHF", 1234.5, 'CHF'],
    ['1,234,567 INR', 1_234_567, 'INR'],
    ['12,34,567.00 INR', 1_234_567, 'INR'],
    ['0.500 EUR', 0.5, 'EUR'],
    ['1234.567 EUR', 1234.567, 'EUR'],
    // Yen have no decimals, and dinars have three.
    ['1,234 JPY', 1234, 'JPY'],
    ['1.234 KWD', 1.234, 'KWD'],
    ['0 EUR', 0, 'EUR'],
  ])('reads %s', (text, amount, currency) => {
    expect(readPrice('price', text)).toEqual({ amount, currency })
  })

  test.each([
    ['1,234 EUR', /ambiguous/],
    ['1.234 EUR', /ambiguous/],
    ['1,234 KWD', /ambiguous/],
    ['1.234 JPY', /ambiguous/],
    ['12.50', /has no ISO 4217 currency/],
    ['$12.50', /has no ISO 4217 currency/],
    ['12.50 XXQ', /has no ISO 4217 currency/],
    ['USD 12.50 EUR', /has two currencies/],
    ['-1 EUR', /must not be negative/],
    ['1.2.3 EUR', /is not a number/],
    ['free', /is not a price/],
    ['12.50 EUR or so', /is not a price/],
    [`${'1'.repeat(10_000)} EUR`, /is not a price/],
  ])('rejects case %#', (text, reason) => {
    expect(rejection(() => readPrice('price', text))).toMatch(reason)
  })

  test('uses the currency option for an amount without a currency or with a shared sign', () => {
    expect(readPrice('price', '12.50', { currency: 'CAD' })).toEqual({ amount: 12.5, currency: 'CAD' })
    expect(readPrice('price', '$12.50', { currency: 'CAD' })).toEqual({ amount: 12.5, currency: 'CAD' })
    expect(readPrice('price', '12.50 USD', { currency: 'CAD' }).currency).toBe('USD')
    expect(rejection(() => readPrice('price', '¥12', { currency: 'CAD' }))).toMatch(/has no ISO 4217 currency/)
  })

  test('returns an amount or an error that names the field for any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d.,' €$EUR-]{0,60}$/), (text) => {
        try {
          expect(readPrice('price', text, { currency: 'EUR' }).amount).toBeGreaterThanOrEqual(0)
        } catch (fault) {
          expect(sentenceOfWarning((fault as RowError).reason, shell)).toMatch(/^price: /)
        }
      }),
    )
  })

  test('knows the minor units of the currencies', () => {
    expect(minorUnits.size).toBeGreaterThan(150)
    expect([minorUnits.get('EUR'), minorUnits.get('JPY'), minorUnits.get('KWD')]).toEqual([2, 0, 3])
  })
})

describe('readPrice with a decimal mark', () => {
  test.each([
    ['49.999 EUR', 'comma', 49_999],
    ['49.999 EUR', 'point', 49.999],
    ['1,234 EUR', 'point', 1234],
    ['1,234 EUR', 'comma', 1.234],
    ['1.234 KWD', 'comma', 1234],
    ['1,234 KWD', 'comma', 1.234],
    // An unambiguous amount is read the same in every file.
    ['12.50 EUR', 'comma', 12.5],
    ['1.234,50 EUR', 'point', 1234.5],
  ] as const)('reads %s with a decimal %s as %d', (text, decimal, amount) => {
    expect(readPrice('price', text, { decimal }).amount).toBe(amount)
  })

  test('reads no decimals for a currency without minor units', () => {
    expect(rejection(() => readPrice('price', '1.234 JPY', { decimal: 'point' }))).toMatch(/ambiguous/)
    expect(readPrice('price', '1.234 JPY', { decimal: 'comma' }).amount).toBe(1234)
  })

  test('counts only unambiguous amounts as evidence', () => {
    const evidence = { point: 0, comma: 0 }
    for (const text of ['12 EUR', '49.999 EUR', '1,234 EUR']) {
      try {
        readPrice('price', text, { evidence })
      } catch {
        // Refused without a decimal mark.
      }
    }
    expect(evidence).toEqual({ point: 0, comma: 0 })
    for (const text of ['12.50 EUR', '1,234.50 EUR', '1,234,567 EUR', '12,5 EUR'])
      readPrice('price', text, { evidence })
    expect(evidence).toEqual({ point: 3, comma: 1 })
  })
})

describe('pricedOf', () => {
  const sale = { saleWindow: '' }
  const priced = (written: object) => pricedOf({ price: '10 EUR', sale: '8 EUR', ...sale, ...written }, {})

  test('reads both amounts and the period with its offsets', () => {
    expect(priced({})).toEqual({ price: 10, sale_price: 8, currency: 'EUR' })
    expect(priced({ saleWindow: '2026-11-20T13:00+0100/2026-11-30T23:59:00-05:00' })).toEqual({
      price: 10,
      sale_price: 8,
      currency: 'EUR',
      sale_starts_at: '2026-11-20T12:00:00.000Z',
      sale_ends_at: '2026-12-01T04:59:00.000Z',
    })
  })

  test('includes the whole last day of a period without times', () => {
    expect(priced({ saleWindow: '2026-11-20/2026-11-20' })).toMatchObject({
      sale_starts_at: '2026-11-20T00:00:00.000Z',
      sale_ends_at: '2026-11-21T00:00:00.000Z',
    })
  })

  test('reads a start or an end from separate fields', () => {
    expect(priced({ saleStart: '2026-12-01' })).toEqual({
      price: 10,
      sale_price: 8,
      currency: 'EUR',
      sale_starts_at: '2026-12-01T00:00:00.000Z',
    })
    expect(priced({ saleEnd: '2026-12-01' })).not.toHaveProperty('sale_starts_at')
  })

  test('omits an end in the year 9999', () => {
    const endless = priced({ saleWindow: '2026-11-20/9999-12-31' })
    expect(endless).toMatchObject({ sale_price: 8, sale_starts_at: '2026-11-20T00:00:00.000Z' })
    expect(endless).not.toHaveProperty('sale_ends_at')
    expect(priced({ saleWindow: '2026-11-20T00:00Z/9999-12-31T23:59Z' })).not.toHaveProperty('sale_ends_at')
  })

  test('omits a sale price equal to the price', () => {
    expect(priced({ sale: '10 EUR', saleWindow: '2026-11-20/2026-11-21' })).toEqual({ price: 10, currency: 'EUR' })
  })

  test('rejects a higher sale price, another currency and invalid periods', () => {
    expect(rejection(() => priced({ sale: '12 EUR' }))).toMatch(/above the price/)
    expect(rejection(() => priced({ sale: '8 USD' }))).toMatch(/Use one currency/)
    for (const saleWindow of [
      'until Monday',
      '2026-02-30/2026-12-01',
      '2026-12-01/2026-11-01',
      '2026-11-20T12:00Z/2026-11-20T12:00Z',
      '2026-11-20/',
      '/2026-11-20',
      '2026-11-20/2026-11-21/2026-11-22',
    ]) {
      expect(rejection(() => priced({ saleWindow }))).toMatch(/is not a period/)
    }
  })
})

describe('plainText', () => {
  test.each([
    ['<p>One</p><p>Two</p>', 'One\n\nTwo'],
    ['One<br/>Two<br>\nThree', 'One\nTwo\nThree'],
    ['<ul>\n<li>a</li>\n<li>b</li>\n</ul>', '- a\n- b'],
    ['a < b &amp; b > c, 3&#215;4&#x2032;', 'a < b & b > c, 3×4′'],
    ['<3 this', '<3 this'],
    ['<script>alert("</p>")</script>safe<style>p{}</style>', 'safe'],
    ['<!-- <b>no</b> -->yes', 'yes'],
    ['<scr<script>ipt>alert(1)', 'ipt>alert(1)'],
    ['<img src=x onerror=alert(1)>seen', 'seen'],
    ['never closed <script>alert(1)', 'never closed'],
    ['plain\n\n\n\ntext\twith  blanks', 'plain\n\ntext with blanks'],
    ['&unknown; &constructor; &#0; &#x110000;', '&unknown; &constructor;'],
    ['nul\u0000bell\u0007\u202eturned\ufeff', 'nulbellturned'],
    ['A cable <USB-C>.\nIts size is <A>.', 'A cable <USB-C>.\nIts size is <A>.'],
    ['<p>One</p><x-tip>Two</x-tip>', 'One\n\nTwo'],
  ])('converts %j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('plainLine returns one line', () => {
    expect(plainLine('  A\n<b>bold</b>\u00a0&amp;\ttitle ')).toBe('A bold & title')
    expect(plainLine('half a \ud83d pair')).toBe('half a \ufffd pair')
  })

  test.each([
    ['Cable <USB-C> 2 m', 'Cable <USB-C> 2 m'],
    ['<A>', '<A>'],
    ['Shirt <S> or <B>', 'Shirt <S> or <B>'],
    ['Bolt <title> 5 mm', 'Bolt <title> 5 mm'],
    ['Tom <3 <Jerry', 'Tom <3 <Jerry'],
    ['<b>A</b> <i class="x">B<br>C', 'A B C'],
    ['A<!-- no -->B<!DOCTYPE html>', 'AB'],
    ['<script>alert(1)</script>Lamp<img src=x onerror=alert(1)>', 'Lamp'],
  ])('plainLine converts %j', (html, text) => {
    expect(plainLine(html)).toBe(text)
  })

  test('removes control characters from any text within 10 seconds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(text)).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/)
      }),
    )
    const startedAt = performance.now()
    for (const piece of ['<', '<a', '<!--', '<script>', '<script></script>', '<b>', '<b ', '&', '</', '<li>', '\n ']) {
      plainText(piece.repeat(Math.floor(200_000 / piece.length)))
      plainLine(piece.repeat(Math.floor(200_000 / piece.length)))
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })
})

describe('product fields', () => {
  test.each([
    ['in stock', 'in_stock'],
    ['In Stock', 'in_stock'],
    ['https://schema.org/InStock', 'in_stock'],
    ['pre_order', 'preorder'],
    ['backorder', 'preorder'],
    ['limited_stock', 'low_stock'],
    ['LIMITED_AVAILABILITY', 'low_stock'],
    ['sold out', 'out_of_stock'],
    ['discontinued', 'out_of_stock'],
    ['unknown', 'unknown'],
    ['constructor', 'constructor'],
  ])('reads the availability %s', (text, availability) => {
    expect(availabilityOf(text)).toBe(availability)
  })

  test.each([
    ['javascript:alert(1)', false],
    ['java\nscript:alert(1)', false],
    ['data:text/html,x', false],
    ['//cdn.example/a.jpg', false],
    ['/a.jpg', false],
    ['https://user:secret@shop.example/', false],
    ['https://shop.example/"onload="x', false],
    [`https://shop.example/${'a'.repeat(2000)}`, false],
    ['https://', false],
    ['https://cdn.example/a@2x.jpg?v=1#top', true],
    ["https://shop.example/men's", true],
    ['HTTP://SHOP.EXAMPLE/übergröße', true],
  ])('checks the URL of case %#', (address, isOne) => {
    expect(isWebAddress(address)).toBe(isOne)
    expect(withField('image_links', [address])).toEqual(isOne ? [address] : [])
    if (!isOne) expect(withField('link', address)).toMatch(/^must (be an http or https address|not contain)/)
  })

  test.each([
    ['4006381333931', '4006381333931'],
    ["'4006381333931", '4006381333931'],
    ['0 12345 67890 5', '012345678905'],
    ['4006381333932', undefined],
    ['4.00638E+12', undefined],
    ['0000000000000', undefined],
  ])('reads the GTIN %s', (text, gtin) => {
    expect(readGtin(text)).toBe(gtin)
  })

  test.each<[string, unknown, unknown]>([
    ['id', ' a ', 'a'],
    ['id', 12, '12'],
    ['id', 12345678901234567890n.toString(), '12345678901234567890'],
    ['id', Number('12345678901234567890'), 'is too large for a number. Write it in quotes.'],
    ['id', '1.23E+12', 'is a number that a spreadsheet has rounded. Export the file again and do not open it there.'],
    ['id', 'a\u0000b', 'contains control characters. Remove them.'],
    ['id', 'x'.repeat(101), 'must have at most 100 characters.'],
    ['id', ' ', 'must not be empty.'],
    ['title', '<p> </p>', 'must not be empty.'],
    ['title', undefined, 'is required.'],
    ['title', 'x'.repeat(501), 'must have at most 500 characters.'],
    ['description', '<p></p>', undefined],
    ['description', 'x'.repeat(10_001), 'must have at most 10000 characters.'],
    ['description', 'x'.repeat(3_000_000), 'must have at most 200000 characters.'],
    ['price', -1, 'must not be negative.'],
    ['price', 1e10, 'is too large.'],
    ['list_price', 0.5, 'is below the price. It is the price before a reduction; omit it if there is none.'],
    ['quantity', 1.5, 'must be a whole number.'],
    ['condition', 'Used', 'used'],
    ['rating_score', 6, 'must be 0 to 5.'],
    ['attributes', { a: '', b: ['', 'x'], n: 1, ' ': 'y' }, { b: ['x'], n: '1' }],
    ['attributes', JSON.parse('{"__proto__": "x", "a": "y"}'), { a: 'y' }],
    [
      'attributes',
      Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, 'x'])),
      'must have at most 100 entries.',
    ],
  ])('checks %s of case %#', (field, value, outcome) => {
    expect(withField(field, value)).toEqual(outcome)
  })
})

test('SeenIds returns the first line of each of 100,000 ids', () => {
  const seen = new SeenIds()
  for (let line = 1; line <= 100_000; line++) expect(seen.lineBefore(`sku-${line}`, line)).toBeNull()
  for (let line = 1; line <= 100_000; line += 997) expect(seen.lineBefore(`sku-${line}`, 1)).toBe(line)
})

test('cells of 300,000 repeated characters are parsed within 15 seconds', () => {
  const startedAt = performance.now()
  for (const piece of [',', ' ', ';', '>', ' >', '(:', 'https://', ',https://a', 'a:b:c,', ':', '"', '\t']) {
    const text = `a${piece.repeat(300_000)}b`
    linksIn([text])
    columnName(text)
    googleDraft(
      {
        one: (attribute) => (attribute === 'price' ? '1 EUR' : attribute.startsWith('sale') ? '' : text),
        all: () => [text],
        rates: ratesOf(text),
      },
      {},
    )
    listed(text, ',')
    attributeName(text)
  }
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})
