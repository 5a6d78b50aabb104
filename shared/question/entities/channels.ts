import { normalize } from '../language/normalize.ts'
import type { Reading, Span } from '../language/spans.ts'
import type { PlatformPhrases } from './platforms.ts'

/** Channels that are no ad platform, with their spellings. Ad reports do not contain them. */
const common: readonly (readonly string[])[] = [
  ['email', 'emails', 'e-mail', 'e-mails'],
  ['newsletter', 'newsletters'],
  ['organic search', 'organic', 'seo'],
  ['organic social'],
  ['direct', 'direct traffic'],
  ['referral', 'referrals'],
  ['affiliate', 'affiliates'],
  ['sms', 'text messages'],
  ['push notifications', 'push notification'],
]
/** The words of common channels, which typing errors can be repaired to and which are no errors themselves. */
export const channelWords: ReadonlySet<string> = new Set(common.flat().flatMap((phrase) => phrase.split(/[ -]/)))

/** The metrics that attribution has for a channel, by the metric that a question names. */
const attributable: Readonly<Record<string, string>> = {
  revenue: 'revenue',
  store_revenue: 'revenue',
  conversions: 'purchases',
  purchases: 'purchases',
  orders: 'purchases',
  spend: 'spend',
  roas: 'roas',
  cac: 'cac',
}

export interface FoundChannels {
  /** The channels of the brand that the question names. */
  spans: readonly Span[]
  /** The words of a channel that the brand does not have. */
  unknown: string | null
}

/** Returns the channels of journeys that the question names, and removes them from the text, except names of platforms. */
export function takeChannels(reading: Reading, channels: readonly string[], platforms: PlatformPhrases): FoundChannels {
  const ofPlatforms = new Set([...Object.values(platforms.whole), ...Object.values(platforms.parts)].flat())
  const phrases: Record<string, string[]> = {}
  for (const channel of channels) {
    const name = normalize(channel.replace(/[_/()]+/g, ' '))
    if (name.length < 2 || ofPlatforms.has(name)) continue
    phrases[channel] = [...new Set([name, ...(common.find((spellings) => spellings.includes(name)) ?? [])])]
  }
  const spans = reading.takePhrases(phrases)
  const [unknown] = reading.takePhrases({ unknown: common.flat() })
  return { spans, unknown: unknown?.text ?? null }
}

/** Returns the metric of attribution for a metric of a question, or null if a channel has no such metric. */
export function attributedMetricOf(metric: string): string | null {
  return attributable[metric] ?? null
}

/** Returns a platform with the channel directly beside it, such as "google organic", or null. Both alone would be another answer. */
export function partOfChannel(text: string, channels: readonly Span[], platforms: readonly Span[]): string | null {
  const pairs = platforms.flatMap((platform) =>
    channels.flatMap((channel) => [`${platform.text} ${channel.text}`, `${channel.text} ${platform.text}`]),
  )
  return pairs.find((pair) => text.includes(pair)) ?? null
}

/** Returns the word of a comparison with another time or with everything, which attribution by channel does not have. */
export function comparisonLeft(text: string, things: number): string[] {
  return things > 1 ? [] : (/\b(?:compared?|comparison|vs|versus|against|than|or)\b/.exec(text)?.slice(0, 1) ?? [])
}
