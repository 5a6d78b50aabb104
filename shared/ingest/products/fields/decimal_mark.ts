import { readText } from '../../files/text_file.ts'
import type { DecimalMark } from './price.ts'
import type { FileSource } from '../../files/input_file.ts'

const readableInTwoWays = /(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])/
// Longer than any amount that the pattern matches.
const overlap = 16

/**
 * Returns the decimal separator of a file, judged by its unambiguous amounts. Undefined if there are none or they
 * contradict each other. Amounts are read only if the text contains an ambiguous one.
 */
export async function decimalMarkOf(
  file: FileSource,
  open: (evidence: Record<DecimalMark, number>) => Promise<{ batches: AsyncIterable<unknown> }>,
): Promise<DecimalMark | undefined> {
  if (!(await holdsDoubtfulAmount(file))) return undefined
  const evidence = { point: 0, comma: 0 }
  const { batches } = await open(evidence)
  const iterator = batches[Symbol.asyncIterator]()
  while ((await iterator.next()).done !== true);
  if (evidence.point > 0 === evidence.comma > 0) return undefined
  return evidence.point > 0 ? 'point' : 'comma'
}

async function holdsDoubtfulAmount(file: FileSource): Promise<boolean> {
  let rest = ''
  for await (const text of readText(file)) {
    if (readableInTwoWays.test(rest + text)) return true
    rest = text.slice(-overlap)
  }
  return false
}
