import { invalidInput } from '../errors/api_error.ts'
import type { ApiError } from '../errors/api_error.ts'
import { interpret } from './interpret.ts'
import type { Interpretation } from './interpretation.ts'
import { boundWords } from './metrics/threshold.ts'
import type { QuestionContext } from './question_context.ts'

/** The terms that a text of a rule names. The database finds the campaign of a name. */
export interface ReadAlertRule {
  metric: string
  comparison: 'below' | 'above' | 'falls_by' | 'rises_by'
  threshold: number
  days: number
  platform?: string
  campaign_name?: string
  /** The units of metrics that the amount of a text can have: "20 %" is no amount of money. */
  threshold_units?: string[]
}

const numbers = ['a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const count = `(\\d{1,3}|an?|one|${numbers.slice(1).join('|')})`
const opening =
  /^(?:please )?(?:(?:alert|tell|notify|warn|mail|email|inform|message) (?:me|us)|let (?:me|us) know)?,? ?(?:when(?:ever)?|if|as soon as|once)? ?(?:the |our |my )?/
const duration = new RegExp(
  `,? (for|on|over|in|within|during) (?:at least |the last |each of )?${count} (?:consecutive |whole |full |straight )?(days?|weeks?)(?: in a row| running| straight|( together))?(?= |$)`,
)
const eachDay = /,? (?:on (?:a|any|one) (?:single )?day|in (?:a|one) day|per day|a day|daily)(?= |$)/
const rise = 'rises?|increases?|grows?|climbs?|jumps?|surges?|(?:goes|is|are) up'
const fall = 'falls?|drops?|declines?|decreases?|sinks?|slumps?|(?:goes|is|are) down'
const change = new RegExp(
  `(?:^| )(?:(${rise})|(${fall}))(?: by)?(?: more than| over| at least)? (\\d+(?:\\.\\d+)?) ?(?:%|percent|pct)`,
)
/** "Falls under 2" is a bound, and so is "is below 2". */
const becomes = new RegExp(
  `(?:^| )(?:${rise}|${fall}|goes|gets?|stays?|remains?|is|are)(?= (?:under|below|over|above|less|more|lower|higher|fewer|smaller|greater|larger|beneath))`,
  'g',
)

/**
 * Reads the terms of an alert rule from `text`: "ROAS of Meta under 2 for two days", "spend rises by 30 % over 7 days".
 * Metrics, platforms, campaigns and amounts are read by the grammar of questions. Without a text, the terms of the input are
 * the rule. Throws a 400 for a text with words that no rule uses, and for a text beside terms.
 */
export function readAlertRule(
  { text, ...terms }: Record<string, unknown>,
  context: QuestionContext,
): Partial<ReadAlertRule> {
  const given = ['metric', 'comparison', 'threshold'].filter((name) => terms[name] !== undefined)
  if (typeof text !== 'string') {
    const missing = ['metric', 'comparison', 'threshold'].find((name) => terms[name] === undefined)
    if (missing) throw invalidInput(missing, 'is required without `text`.')
    return { days: typeof terms.days === 'number' ? terms.days : 1 }
  }
  const other = [...given, ...['days', 'platform', 'campaign_id'].filter((name) => terms[name] !== undefined)][0]
  if (other) throw invalidInput(other, 'must not be sent together with `text`.')
  return readText(text, context)
}

function readText(text: string, context: QuestionContext): ReadAlertRule {
  let rest = text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!]+$/, '')
    .replace(opening, '')
  const days = duration.exec(` ${rest}`)
  rest = ` ${rest}`.replace(duration, '').trim()
  const changed = change.exec(rest)
  if (changed) {
    if (days && (/^(?:for|on)$/.test(days[1] ?? '') || /consecutive|straight|each|in a row|running/.test(days[0]))) {
      throw invalidInput(
        'text',
        'must name days as "over 7 days": a change compares the days together with as many days before.',
      )
    }
    const read = interpretTerms(rest.replace(change, ' ').trim(), context)
    const sum = readTerms(read)
    if (read.intent !== 'metric_value') throw unread([])
    return {
      ...sum,
      comparison: changed[1] ? 'rises_by' : 'falls_by',
      threshold: Math.round(Number(changed[3]) * 1e6) / 1e8,
      days: daysOf(days),
    }
  }
  return readBound(rest, days, context)
}

/** Interprets the words of a rule. A question about "campaign Brand" lists campaigns, and a rule of "campaign Brand" has one. */
function interpretTerms(text: string, context: QuestionContext): Interpretation {
  const read = interpret(text, context)
  if (read.group_by !== 'campaign' || !('campaign_name' in read.filters)) return read
  return interpret(text.replace(/\b(?:the )?campaign (?=\S)/, ''), context)
}

/** Reads a value that each day is compared with: "ROAS under 2 for two days". */
function readBound(text: string, days: RegExpExecArray | null, context: QuestionContext): ReadAlertRule {
  const amount = boundWords(text)
  const isPercent = /%|percent|pct/.test(amount)
  let isChange = false
  const rest = text
    .replace(eachDay, '')
    .replace(becomes, (words) => {
      const moves = new RegExp(`^ ?(?:${rise}|${fall})$`).test(words)
      isChange ||= moves
      // "CTR rises above 2 %" is a bound. "A CTR increase above 20 %" is a change.
      return isPercent && moves && !/(?:s|up|down)$/.test(words) ? words : ''
    })
    .trim()
  const unit = interpret(rest, context).time?.granularity ?? 'day'
  if (unit !== 'day')
    throw invalidInput(
      'text',
      `must name a bound of one day, not of ${unit === 'hour' ? 'an' : 'a'} ${unit}: a rule is judged on each day.`,
    )
  const doubt = /\b(\d{1,3})\.(\d\d)0\b/.exec(amount)
  if (doubt && doubt[1] !== '0')
    throw invalidInput(
      'text',
      `must not contain "${doubt[0]}", which can mean thousands or decimals. Write ${doubt[0].replace('.', '')} or ${Number(doubt[0])}.`,
    )
  const read = interpretTerms(`days with ${rest}`, context)
  const [bound, second] = read.thresholds
  // The text has no "days" of its own, so that it is no word that was not understood.
  const unmatched = /\bdays?\b/.test(rest) ? read.unmatched : read.unmatched.filter((word) => word !== 'days')
  const sum = readTerms({ ...read, unmatched })
  if (read.intent !== 'timeseries' || !bound || second || (bound.operator !== '<' && bound.operator !== '>')) {
    throw unread([])
  }
  if (days && (days[4] || !/^(?:for|on)$/.test(days[1] ?? ''))) {
    throw invalidInput(
      'text',
      'must name days as "for 2 days": a bound must hold on each of the days. Totals of several days can rise or fall by a percentage.',
    )
  }
  const units = isPercent
    ? ['fraction', ...(isChange ? [] : ['multiple'])]
    : /(?:x|times)$/.test(amount)
      ? ['multiple']
      : /[$€£]/.test(amount)
        ? ['money']
        : null
  return {
    ...sum,
    comparison: bound.operator === '<' ? 'below' : 'above',
    threshold: bound.value,
    days: daysOf(days),
    ...(units ? { threshold_units: units } : {}),
  }
}

/** Returns metric, platform and campaign. A rule has one metric and no time. */
function readTerms({
  metrics,
  filters,
  unmatched,
  reason,
  time,
  group_by,
}: Interpretation): Pick<ReadAlertRule, 'metric' | 'platform' | 'campaign_name'> {
  const words = unmatched.filter((word) => !/^days? with$/.test(word))
  if (reason !== null || words.length > 0) throw unread(words)
  const [metric, another] = metrics ?? []
  if (!metric || another) throw invalidInput('text', 'must name one metric, such as ROAS or spend.')
  if (time && !time.defaulted)
    throw invalidInput('text', 'must not name a period: a rule is judged every day. Name a number of days instead.')
  const { platform, campaign_name, ...others } = filters as { platform?: string[]; campaign_name?: string }
  if (group_by !== null || Object.keys(others).length > 0 || (platform?.length ?? 0) > 1) {
    throw invalidInput('text', 'must name at most one platform or one campaign. Add a rule for each of several.')
  }
  return {
    metric,
    ...(platform ? { platform: platform[0] as string } : {}),
    ...(campaign_name === undefined ? {} : { campaign_name }),
  }
}

function daysOf(found: RegExpExecArray | null): number {
  if (!found) return 1
  const [, , given = '', unit = ''] = found
  const named = given === 'an' || given === 'one' ? 1 : numbers.indexOf(given) + 1
  return (named > 0 ? named : Number(given)) * (unit.startsWith('week') ? 7 : 1)
}

function unread(words: readonly string[]): ApiError {
  const which = words.length > 0 ? ` These words were not understood: ${words.join(', ')}.` : ''
  return invalidInput(
    'text',
    `must be a rule such as "ROAS of Meta under 2 for two days" or "spend rises by 30 % over 7 days".${which}`,
  )
}
