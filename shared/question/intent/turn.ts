import type { Reading } from '../language/spans.ts'

const become = '(?:gets?|got|gotten|getting|becomes?|became|becoming|turn(?:s|ed|ing)?|grown?|grew)'
const extent = '(?:(?:much|a lot|even|far|any|a bit|slightly|significantly|the|most|more and more) )*'
/** The words before "better" and "worse" that make them a change, and not a rank. */
export const becoming = `\\b${become} ${extent}`
const better = new RegExp(`\\bimprov(?:e|es|ed|ing|ements?)\\b|${becoming}(?:better|stronger|best)\\b`)
const worse = new RegExp(
  `\\b(?:worsen(?:s|ed|ing)?|deteriorat(?:e|es|ed|ing|ion))\\b|${becoming}(?:worse|weaker|worst)\\b`,
)
const down =
  'drop(?:s|ped|ping)?|fell|falls?|fallen|falling|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|dip(?:s|ped|ping)?|sank|sunk|shrank|shrunk|plung(?:e|es|ed|ing)|plummet(?:s|ed|ing)?'
const up =
  'rise|rises|rose|risen|rising|increas(?:e|es|ed|ing)|jump(?:s|ed|ing)?|climb(?:s|ed|ing)?|surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?'
const extreme = '(?:most|biggest|largest|greatest|steepest|sharpest|fastest|hardest)'
/** "Declined the most" and "the largest drop". The words of metrics and times between them are removed before. */
const ordered = (verbs: string) =>
  new RegExp(
    `\\b(?:${verbs})\\s+(?:(?:its|their|the|in|of|our)\\s+)*${extreme}\\b|\\b${extreme}\\s+(?:(?:relative|overall)\\s+)?(?:${verbs})\\b`,
  )
const fell = ordered(down)
const rose = ordered(up)
/** Words with which a question asks for the cause of a change, or for a number. */
const ofCause =
  /\b(?:why|how come|caus(?:e|es|ed|ing)|explains?|reasons?|because|responsible|drivers?|ma(?:de|kes?)|how many|number of)\b/

/** Whether an answer shows the best or the worst first. */
export type Merit = 'best' | 'worst'

/** A change by which platforms or campaigns are ordered: for the better or the worse, or of a value down or up. */
export type Turn = 'best' | 'worst' | 'down' | 'up'

/** Returns the change that a question orders by: "got worse", "declined most". Null without one. `left`: the text without metrics and times. */
export function turnOf(text: string, left: string): Turn | null {
  if (ofCause.test(text)) return null
  const [isBetter, isWorse] = [better.test(text), worse.test(text)]
  if (isBetter !== isWorse) return isBetter ? 'best' : 'worst'
  if (isBetter) return null
  if (fell.test(left)) return 'down'
  return rose.test(left) ? 'up' : null
}

/** Returns the words that ask which rows caused a change: "which campaigns made ROAS get worse". The change itself is no answer. */
export function causeLeft(text: string): string[] {
  const match = better.exec(text) ?? worse.exec(text)
  return match === null ? [] : (ofCause.exec(text)?.slice(0, 1) ?? [])
}

/** Whether the question orders by the fall of an amount, "lost the most revenue", whose word it removes. */
export function takeLost(reading: Reading): boolean {
  return reading.take(/\b(?:lost|loses?|losing|shed)\b(?= the most\b| most\b)/) !== null
}
