const down =
  /\b(?:drop(?:s|ped|ping)?|fell|falls?|fallen|falling|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|(?:go|goes|going|gone|went) down|down|dip(?:s|ped)?|sank|sunk|shrank|plunged|crash(?:ed)?)\b/
const up =
  /\b(?:rise|rises|rose|risen|rising|increas(?:e|es|ed|ing)|(?:go|goes|going|gone|went) up|up|jump(?:s|ed)?|spike[ds]?|climb(?:s|ed)?|grow(?:s|n|ing)?|grew|soared|surged)\b/

/** Returns the direction in which the metric changed according to the question; null if it names none or both. */
export function directionOf(text: string): 'up' | 'down' | null {
  if (down.test(text) === up.test(text)) return null
  return down.test(text) ? 'down' : 'up'
}
