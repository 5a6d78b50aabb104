import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'

const campaign = (name: string) => ({ name, level: 'campaign' as const })
const context = {
  today: '2026-11-20',
  timezone: 'America/New_York',
  currency: 'USD',
  names: [
    ...['Search | Tents', 'Search | Boots', 'Prospecting US', 'Prospecting EU | Lookalike'].map(campaign),
    { name: 'Broad 25-44', level: 'adset' as const },
    { name: 'Tents broad', level: 'adset' as const },
  ],
  other_names: [
    { name: 'Carousel hammock 1', level: 'ad' as const },
    { name: 'Aurora Outdoor GmbH', level: 'account' as const },
  ],
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}
const read = (question: string) => interpret(question, context)

describe('words of one name', () => {
  test.each([
    ['how did tents do last month', 'Search | Tents'],
    ['spend of the tent campaign last month', 'Search | Tents'],
    ['how did search boots do last month', 'Search | Boots'],
    ['roas of lookalike yesterday', 'Prospecting EU | Lookalike'],
    ['why did revenue of tents drop last week', 'Search | Tents'],
    ['tents', 'Search | Tents'],
  ])('%s is about %s', (question, name) => {
    expect(read(question)).toMatchObject({ filters: { campaign_name: name }, unmatched: [] })
  })

  test('a word of an ad set is about it, unless a campaign has it too', () => {
    expect(read('how is broad 25-44 doing').filters).toEqual({ adset_name: 'Broad 25-44' })
    expect(read('how did tents do yesterday').filters).toEqual({ campaign_name: 'Search | Tents' })
  })

  test('two words compare two campaigns', () => {
    expect(read('tents vs boots last month')).toMatchObject({
      intent: 'comparison',
      filters: { campaign_name: ['Search | Tents', 'Search | Boots'] },
      unmatched: [],
    })
  })

  test('an unknown word beside it stays unmatched', () => {
    const { filters, unmatched, confidence } = read('how did tents and xylophones do last month')
    expect([filters, unmatched]).toEqual([{ campaign_name: 'Search | Tents' }, ['xylophones']])
    expect(confidence).toBeLessThan(0.5)
  })
})

describe('words of several names', () => {
  test.each([
    ['how did search do last month', 'search', ['Search | Tents', 'Search | Boots']],
    ['roas of prospecting', 'prospecting', ['Prospecting US', 'Prospecting EU | Lookalike']],
  ])('%s names them and asks', (question, word, names) => {
    const { intent, reason, suggestions, unmatched, warnings } = read(question)
    expect({ intent, reason, suggestions, unmatched }).toEqual({
      intent: null,
      reason: 'ambiguous',
      suggestions: names,
      unmatched: [word],
    })
    expect(warnings.join(' ')).toContain(`"${word}" is in the names of 2 campaigns`)
  })
})

describe('words of accounts and ads', () => {
  test.each([
    ['how did hammock do last month', 'the ad "Carousel hammock 1"'],
    ['spend of gmbh last month', 'the ad account "Aurora Outdoor GmbH"'],
  ])('%s is refused and names %s', (question, named) => {
    const { intent, reason, warnings } = read(question)
    expect([intent, reason]).toEqual([null, 'unsupported_entity'])
    expect(warnings.join(' ')).toContain(named)
  })
})

test('"our brand" is no name', () => {
  const named = { ...context, names: [campaign('Brand | Search')] }
  expect(interpret('how is our brand doing', named).filters).toEqual({})
})

describe('a name that the brand does not have', () => {
  const ofAurora = (question: string) => interpret(question, { ...context, brand_name: 'Aurora Outdoor' })

  test.each([
    'compare spend of Lumen Home',
    'roas for Lumen Home last week',
    'spend of Lumen Home and Meta',
    'forecast revenue for Lumen Home',
    'how is Lumen Home doing',
    'Lumen Home spend last week',
    'how much Lumen Home spend last week',
  ])('"%s" is refused, and not answered with the total', (question) => {
    expect(ofAurora(question)).toMatchObject({
      intent: null,
      reason: 'unknown_name',
      unmatched: ['lumen home'],
      confidence: 0,
      warnings: [expect.stringContaining('no platform, campaign or ad set of Aurora Outdoor has this name')],
    })
  })

  test.each(['spend of Aurora Outdoor last week', 'spend of Aurora last week'])(
    '"%s" is a question about the brand itself',
    (question) => {
      expect(ofAurora(question)).toMatchObject({ intent: 'metric_value', filters: {}, unmatched: [] })
    },
  )

  test.each(['spend in detail last week', 'roas from ads in general', 'good morning team what is roas'])(
    '"%s" has none',
    (question) => {
      expect(ofAurora(question).intent).toBe('metric_value')
    },
  )
})
