import { lessIsBetter } from '../language/lexicon.ts'

const comparative = '(?<!\\b(?:me|no|any|one|once) )'
const downWords =
  `drop(?:s|ped|ping)?|fell|falls?|fallen|falling|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|(?:go|goes|going|gone|went) down|down|dip(?:s|ped|ping)?|` +
  `lower|${comparative}(?:less|fewer)|smaller|cheaper|sinks?|sank|sunk|sinking|shr(?:i|a|u)nk(?:s|ing)?|plung(?:e|es|ed|ing)|plummet(?:s|ed|ing)?|` +
  `crash(?:es|ed|ing)?|tank(?:s|ed|ing)?|slump(?:s|ed|ing)?|collaps(?:e|es|ed|ing)|tumbl(?:e|es|ed|ing)|nosediv(?:e|es|ed|ing)|slid(?:e|es|ing)?|slip(?:s|ped|ping)?`
const upWords =
  `rise|rises|rose|risen|rising|increas(?:e|es|ed|ing)|(?:go|goes|going|gone|went) up|up|jump(?:s|ed|ing)?|spik(?:e|es|ed|ing)|climb(?:s|ed|ing)?|grow(?:s|n|th|ing)?|grew|` +
  `higher|${comparative}more|bigger|larger|greater|pricier|costlier|soar(?:s|ed|ing)?|surg(?:e|es|ed|ing)|skyrocket(?:s|ed|ing)?|balloon(?:s|ed|ing)?|boom(?:s|ed|ing)?|shot up`
const down = new RegExp(`\\b(?:${downWords})\\b`)
const up = new RegExp(`\\b(?:${upWords})\\b`)
const better = /\b(?:better|improv(?:e|es|ed|ing))\b/
const worse = /\b(?:worse|worsen(?:s|ed|ing)?|deteriorat(?:e|es|ed|ing))\b/

/** The words of a premise, which an explanation checks. */
export const premiseWords = new RegExp(`\\b(?:${downWords}|${upWords}|${better.source}|${worse.source})\\b`, 'g')

/**
 * Returns the direction in which the metric changed according to the question; null if it names none or both. What is
 * better depends on the metric, and no spend is better than another.
 */
export function directionOf(text: string, metric: string | undefined): 'up' | 'down' | null {
  const hasMerit = metric !== undefined && metric !== 'spend' && better.test(text) !== worse.test(text)
  const isMeritUp = hasMerit && better.test(text) !== lessIsBetter.has(metric)
  const [isDown, isUp] = [down.test(text) || (hasMerit && !isMeritUp), up.test(text) || isMeritUp]
  if (isDown === isUp) return null
  return isDown ? 'down' : 'up'
}
