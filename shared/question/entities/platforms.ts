import { normalize } from '../language/normalize.ts'
import type { Reading, Span } from '../language/spans.ts'

/** A row of analytics.platform_aliases. */
export interface PlatformAlias {
  /** As people write it, in lower case: "google ads". */
  name: string
  platform: string
  /** Whether it is one surface of the platform. Reports do not separate surfaces. */
  is_part: boolean
}

type Phrases = Readonly<Record<string, readonly string[]>>

export interface PlatformPhrases {
  whole: Phrases
  /** Surfaces such as Instagram, by the platform that reports them. */
  parts: Phrases
  /** The words in the names of platforms. */
  words: ReadonlySet<string>
}

/** Returns the phrases that name each platform: its own name if it is connected, then the aliases. */
export function platformPhrases(connected: readonly string[], aliases: readonly PlatformAlias[]): PlatformPhrases {
  const taken = new Set<string>()
  const whole: Record<string, string[]> = {}
  const parts: Record<string, string[]> = {}
  const add = (to: Record<string, string[]>, platform: string, name: string) => {
    for (const phrase of spellings(name))
      // A single letter is too ambiguous.
      if (phrase.length > 1 && !taken.has(phrase)) {
        taken.add(phrase)
        ;(to[platform] ??= []).push(phrase)
      }
  }
  for (const platform of connected)
    for (const name of [platform, `${platform} ads`]) add(whole, platform, normalize(name))
  for (const { name, platform, is_part } of aliases) add(is_part ? parts : whole, platform, name)
  return {
    whole,
    parts,
    words: new Set(Object.values(whole).flatMap((list) => list.flatMap((text) => text.split(' ')))),
  }
}

/** Returns the surfaces and platforms that the question names, longest names first, and removes them from the text. */
export function takePlatforms(reading: Reading, { whole, parts }: PlatformPhrases): [parts: Span[], whole: Span[]] {
  const all = Object.fromEntries(
    [...new Set([...Object.keys(whole), ...Object.keys(parts)])].map((platform) => [
      platform,
      [...(whole[platform] ?? []), ...(parts[platform] ?? [])],
    ]),
  )
  const spans = reading.takePhrases(all)
  const isPart = ({ name, text }: Span) => parts[name]?.includes(text) ?? false
  return [spans.filter(isPart), spans.filter((span) => !isPart(span))]
}

/** Returns a name with and without each of its spaces: "tik tok ads", "tiktok ads", "tik tokads", "tiktokads". */
function spellings(name: string): string[] {
  const [first = '', ...rest] = name.split(' ')
  return rest.reduce((begun, word) => begun.flatMap((text) => [`${text} ${word}`, `${text}${word}`]), [first])
}
