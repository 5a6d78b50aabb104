import { readText } from '../../files/text_file.ts'
import type { DecimalMark } from './price.ts'

const readableInTwoWays = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/
// Longer than any amount that the pattern finds.
const overlap = 16

/**
 * The mark that a file writes before decimals: that of all its amounts which can be read in one way only. Undefined where
 * there are none, or where they differ. Reads the amounts only if the text holds one that can be read in two ways.
 */
export async function decimalMarkOf(
  path: string,
  open: (evidence: Record<DecimalMark, number>) => Promise<{ batches: AsyncIterable<unknown> }>,
): Promise<DecimalMark | undefined> {
  if (!(await holdsDoubtfulAmount(path))) return undefined
  const evidence = { point: 0, comma: 0 }
  const { batches } = await open(evidence)
  const iterator = batches[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
  if (evidence.point > 0 === evidence.comma > 0) return undefined
  return evidence.point > 0 ? 'point' : 'comma'
}

async function holdsDoubtfulAmount(path: string): Promise<boolean> {
  let rest = ''
  for await (const text of readText(path)) {
    if (readableInTwoWays.test(rest + text)) return true
    rest = text.slice(-overlap)
  }
  return false
}
