import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { campaignRemainders, remainders } from '../../shared/sources/ads/campaign_remainder.ts'
import { add, formatDecimal, fromMinorUnits, isDecimal, parseDecimal, subtract } from '../../shared/sources/decimal.ts'

describe('decimal text', () => {
  test('is added and subtracted without loss of digits', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(12), fc.bigInt(), fc.nat(12), (units, places, otherUnits, otherPlaces) => {
        const [one, other] = [
          { units, places },
          { units: otherUnits, places: otherPlaces },
        ]
        const [text, otherText] = [formatDecimal(one), formatDecimal(other)]
        expect(parseDecimal(text)).toEqual(one)
        const sum = add(parseDecimal(text), parseDecimal(otherText))
        expect(subtract(subtract(sum, one), other).units).toBe(0n)
      }),
    )
    expect(formatDecimal(add(parseDecimal('0.1'), parseDecimal('0.2')))).toBe('0.3')
    expect(formatDecimal(subtract(parseDecimal('9007199254740993.01'), parseDecimal('0.02')))).toBe(
      '9007199254740992.99',
    )
  })

  test.each([
    ['1.5e3', '1500'],
    ['1E-7', '0.0000001'],
    ['-0.05', '-0.05'],
    ['12.50', '12.50'],
  ])('of %s is %s', (text, expected) => {
    expect(formatDecimal(parseDecimal(text))).toBe(expected)
  })

  test.each(['', '-', '1,5', '0x1', '1e999', 'NaN', ' 1'])('is not %o', (text) => {
    expect(isDecimal(text)).toBe(false)
    expect(() => parseDecimal(text)).toThrow(RangeError)
  })

  test('is an amount of minor units in units of the currency', () => {
    expect([fromMinorUnits('5000', 2), fromMinorUnits('5', 2), fromMinorUnits('5000', 0)]).toEqual([
      '50.00',
      '0.05',
      '5000',
    ])
  })
})

describe('the remainder of a campaign', () => {
  const fields = ['date', 'campaign_id', 'ad_id', 'spend', 'clicks', 'conversions'] as const
  const reports = { fields, measures: ['spend', 'clicks', 'conversions'] as const }
  const campaign = ['2026-11-01', '7', undefined, '10.00', '5', '1']

  test('has the measures that exceed the ads, and 0 for the others', () => {
    const ads = [
      ['2026-11-01', '7', '70', '3.10', '2', '1'],
      ['2026-11-01', '7', '71', '6.85', '3', '0'],
      ['2026-11-02', '8', '80', '0.00', '0', '0'],
    ]
    expect(campaignRemainders({ ...reports, ads, campaigns: [campaign] })).toEqual([
      ['2026-11-01', '7', undefined, '0.05', '0', '0'],
    ])
  })

  test('is the campaign if it has no ads, and nothing if the ads add up or the campaign is 0', () => {
    const ads = [['2026-11-01', '7', '70', '10', '5', '1.0']]
    const nothing = ['2026-11-01', '8', undefined, '0.00', '0', '0']
    expect(campaignRemainders({ ...reports, ads: [], campaigns: [campaign, nothing] })).toEqual([campaign])
    expect(campaignRemainders({ ...reports, ads, campaigns: [campaign, nothing] })).toEqual([])
  })

  test('keeps a measure that the campaign does not report', () => {
    const withoutConversions = [...campaign.slice(0, 5), undefined]
    const ads = [['2026-11-01', '7', '70', '9', '5', undefined]]
    expect(campaignRemainders({ ...reports, ads, campaigns: [withoutConversions] })).toEqual([
      ['2026-11-01', '7', undefined, '1.00', '0', undefined],
    ])
  })

  test.each([
    [[['2026-11-01', '7', '70', '10.01', '5', '1']], 'spend'],
    [[['2026-11-01', '7', '70', '1', '6', '1']], 'clicks'],
    [[['2026-11-02', '7', '70', '1', '1', '1']], 'spend'],
    [[['2026-11-01', '9', '90', '0', '0', '1']], 'conversions'],
  ])('is refused if ads exceed their campaign: %j', (ads, measure) => {
    expect(() => campaignRemainders({ ...reports, ads, campaigns: [campaign] })).toThrow(
      expect.objectContaining({
        reason: 'reply_is_inconsistent',
        remedy: 'retry',
        values: expect.objectContaining({ measure }),
      }),
    )
  })

  test('tolerates the rounding of each ad, and not more', () => {
    const ads = (spend: string) => [
      ['2026-11-01', '7', '70', '5.01', '5', '1'],
      ['2026-11-01', '7', '71', spend, '0', '0'],
    ]
    const rounding = { spend: '0.01' }
    expect(campaignRemainders({ ...reports, rounding, ads: ads('5.01'), campaigns: [campaign] })).toEqual([])
    expect(() => campaignRemainders({ ...reports, rounding, ads: ads('5.02'), campaigns: [campaign] })).toThrow(
      'reply_is_inconsistent',
    )
  })

  test('is made by the measures that decide, and the others follow', () => {
    const ads = (clicks: string, conversions: string) => [['2026-11-01', '7', '70', '10.00', clicks, conversions]]
    const request = { ...reports, deciding: ['spend', 'clicks'], checked: ['spend'], campaigns: [campaign] } as const
    expect(campaignRemainders({ ...request, ads: ads('5', '0') })).toEqual([])
    expect(campaignRemainders({ ...request, ads: ads('6', '2') })).toEqual([])
    expect(campaignRemainders({ ...request, ads: ads('4', '0') })).toEqual([
      ['2026-11-01', '7', undefined, '0', '1', '1'],
    ])
  })

  test('of an account is what its campaigns do not cover', () => {
    const fields = ['date', 'hour', 'campaign_id', 'spend', 'conversions'] as const
    const children = [
      ['2026-11-01', '9', '7', '2.50', '4'],
      ['2026-11-01', '10', '7', '2.50', '0'],
    ]
    const parents = [
      ['2026-11-01', '9', undefined, '3.00', '3'],
      ['2026-11-01', '10', undefined, '2.50', '0'],
    ]
    const measures = ['spend', 'conversions'] as const
    const request = { fields, children, parents, measures } as const
    expect(remainders({ ...request, checked: ['spend'] })).toEqual([['2026-11-01', '9', undefined, '0.50', '0']])
    expect(() => remainders(request)).toThrow('reply_is_inconsistent')
  })
})
