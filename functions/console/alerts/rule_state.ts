import type { Markup } from '../../../shared/pages/document.ts'
import type { AlertRule } from '../../../shared/schema/analytics/alert_rule.ts'
import { alertValues } from '../../../shared/sentences/statements/alert_rule.ts'
import type { RuleWords } from '../../../shared/sentences/statements/alert_rule.ts'
import { badge } from '../parts/badge.ts'
import { day, days } from '../parts/format.ts'

/** Whether a rule holds, is off or cannot be judged. */
export function stateBadge({ is_on, latest_alert, unknown_since }: AlertRule): Markup {
  if (!is_on) return badge('off', 'off')
  if (unknown_since !== null) return badge('pending', 'not judged')
  return latest_alert?.ended_at === null ? badge('active', 'alert') : badge('resolved', 'no alert')
}

/** The same in sentences: the days of the latest alert, and since when the rule is not judged. */
export function stateOf({ is_on, latest_alert, judged_through, unknown_since }: AlertRule, words: RuleWords): string {
  const parts: string[] = []
  if (latest_alert) {
    const { first_on, last_on, ended_at, end_reason } = latest_alert
    const ended =
      ended_at === null
        ? unknown_since === null
          ? 'Holds'
          : 'Held when it was last judged'
        : end_reason === 'rule_changed'
          ? 'Last alert, before a change of the rule'
          : 'Last alert'
    parts.push(`${ended}: ${days(first_on, last_on)}, ${alertValues(latest_alert, words)}.`)
  }
  if (!is_on) return [...parts, 'It is not judged while it is off.'].join(' ')
  if (unknown_since !== null) {
    parts.push(
      `Not judged since ${day(unknown_since)}: an account is late, a day has no report or no value, or its campaign or platform is gone.`,
    )
  }
  if (judged_through !== null) parts.push(`Judged through ${day(judged_through)}.`)
  else if (unknown_since === null) parts.push('Not judged yet.')
  return parts.join(' ')
}
