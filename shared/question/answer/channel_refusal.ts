import { attributedMetricOf, partOfChannel } from '../entities/channels.ts'
import type { Intent } from '../intent/intent.ts'
import type { Interpretation } from '../interpretation.ts'
import type { QuestionParts } from '../read_question.ts'
import { refuseChannel, refuseUnknownChannel } from './refusals.ts'

/** Returns the refusal of a question about a channel that no ad report contains, if attribution cannot answer it. */
export function channelRefusal(
  { text: question, channels, metrics, platformSpans }: QuestionParts,
  intent: Intent | null,
): Interpretation | null {
  if (channels.unknown !== null) return refuseUnknownChannel(channels.unknown)
  const [channel] = channels.spans
  if (!channel) return null
  if (intent !== 'attribution') {
    const text = `"${channel.text}" is no ad platform. Its revenue and purchases are known for past days, by attribution.`
    return refuseChannel(channel.text, text)
  }
  const part = partOfChannel(question, channels.spans, platformSpans)
  if (part !== null) {
    return refuseChannel(
      part,
      `No journey of this brand has a channel called "${part}". Ask for one channel at a time.`,
    )
  }
  const missing = metrics.find((metric) => attributedMetricOf(metric) === null)
  const text = `Attribution has revenue, purchases, spend, ROAS and CAC of "${channel.text}", and no other metrics.`
  return missing === undefined ? null : refuseChannel(missing.replaceAll('_', ' '), text)
}
