import { partRules } from './part_rules.ts'
import { namedRules, numberedRules, weekNumberRules } from './period_rules.ts'
import { rangeRules } from './range_rules.ts'
import { currentRules, distanceRules } from './relative_rules.ts'
import type { Rule } from './time_words.ts'
import { toDateRules } from './to_date_rules.ts'

/**
 * All names of times. The order matters: the first rule that matches a word takes it, so longer names come first. A
 * name without a year means the latest that has begun.
 */
export const timeRules: readonly Rule[] = [
  ...rangeRules,
  ...weekNumberRules,
  ...partRules,
  ...numberedRules,
  ...distanceRules,
  ...toDateRules,
  ...currentRules,
  ...namedRules,
]
