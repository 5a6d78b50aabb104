/** What a question supposes of the spend of the brand, of one platform or of one campaign. Amounts are those of a day. */
export interface SpendChange {
  platform?: string
  campaign_name?: string
  change_pct?: number
  /** The new spend. */
  daily_spend?: number
  /** What is added to the present spend. */
  daily_change?: number
}

type Amounts = Pick<SpendChange, 'change_pct' | 'daily_spend' | 'daily_change'>
type Target = Pick<SpendChange, 'platform' | 'campaign_name'>
type Groups = Record<string, string | undefined>

/** Returns what words name: one platform or campaign, an empty target for the whole brand, or null for anything else. */
export type TargetOf = (words: string | undefined) => Target | null

const percent = '(?<digits>\\d{1,4}(?:\\.\\d+)?) ?(?:%|percent|per cent)'
const amount = '[$€£]? ?(?<amount>\\d+(?:\\.\\d+)?) ?(?<scale>k|m)?(?: (?:dollars|euros|pounds|bucks|usd|eur|gbp))?'
const rate = '(?:(?:an?|per|each|every|\\/) ?day|daily)'
const money = '(?:(?:daily )?(?:ad )?(?:spend|spending|budgets?))'
const give = '(?:spend|spent|invest|invested|put)'
const changeWords =
  '(?<way>increased?|raised?|boost(?:ed)?|scaled? up|decreased?|reduced?|lower(?:ed)?|cut|scaled? down)'
const more = /^(?:more|extra|additional|incr|rais|boost|scaled? up|\+)/
const stops = '(?:paused?|stop(?:ped)?|turn(?:ed)? off|switch(?:ed)? off|shut (?:off|down)|kill(?:ed)?)'
const on = '(?: (?:on|in|into|for|to) (?<thing>.+))?'
const own = `(?:the |our |my )?(?:${money} (?:of|on|for|in) (?<thing>.+?)|(?<owner>.+?))`

const signed = (groups: Groups, value: number) => (more.test(groups.way ?? '') ? value : -value)
const percentOf = (groups: Groups): Amounts => ({ change_pct: signed(groups, Number(groups.digits)) })
const amountOf = ({ amount: digits, scale }: Groups) =>
  Number((Number(digits) * (scale === 'k' ? 1000 : scale === 'm' ? 1_000_000 : 1)).toPrecision(12))
const addedOf = (groups: Groups): Amounts => ({ daily_change: signed(groups, amountOf(groups)) })
const setTo = (groups: Groups): Amounts => ({ daily_spend: amountOf(groups) })
const paused = (): Amounts => ({ change_pct: -100 })

interface Rule {
  pattern: RegExp
  read: (groups: Groups) => Amounts
}

/** Each phrase as a whole: the words of the change, and what is changed. */
const rules: readonly Rule[] = [
  rule(`${give} ${percent} (?<way>more|less)${on}`, percentOf),
  rule(`${percent} (?<way>more|less)${on}`, percentOf),
  rule(`(?<way>[+-]) ?${percent} (?:(?:on|in|for|to) )?(?<thing>.+)`, percentOf),
  rule(`(?<owner>.+?) (?<way>[+-]) ?${percent}`, percentOf),
  rule(`${changeWords} ${own} by ${percent}`, percentOf),
  rule(`(?:double|doubled) ${own}`, () => ({ change_pct: 100 })),
  rule(`(?:triple|tripled) ${own}`, () => ({ change_pct: 200 })),
  rule(`(?:halve|halved) ${own}`, () => ({ change_pct: -50 })),
  rule(`${stops}(?: (?:spending|advertising) on| (?:all )?${money} (?:on|of|for|in))? (?<thing>.+)`, paused),
  rule(`(?:turn|switch)(?:ed)? (?<thing>.+) off`, paused),
  rule(`(?<thing>.+) (?:is|are|was|were|gets?) ${stops}`, paused),
  rule(`(?:${give}|add) ${amount} (?<way>more|less|extra|additional) ?${rate}${on}`, addedOf),
  rule(`(?:${give}|add) ${amount} ${rate} (?<way>more|less|extra|additional)${on}`, addedOf),
  rule(`${give} (?:an )?(?<way>extra|additional) ${amount} ${rate}${on}`, addedOf),
  rule(`(?:${give} )?${amount} (?<way>more|less) (?:on|in|into|for) (?<thing>.+?) ${rate}`, addedOf),
  rule(`${amount} (?<way>more|less) ?${rate}${on}`, addedOf),
  rule(`(?<way>[+-]) ?${amount} ${rate}${on}`, addedOf),
  rule(`add ${amount} ${rate} (?:to|on|for) (?<thing>.+)`, (groups) => ({ daily_change: amountOf(groups) })),
  rule(`${changeWords} ${own} by ${amount} ?${rate}`, addedOf),
  rule(`(?:${changeWords}|set|change) ${own} to ${amount} ?${rate}`, setTo),
  rule(`${give} ${amount} ?${rate} (?:on|in|into|for) (?<thing>.+)`, setTo),
  rule(`${give} ${amount} (?:on|in|into|for) (?<thing>.+?) ${rate}`, setTo),
]
const moves = [
  `(?:move|moved|shift|shifted|reallocate|reallocated|transfer|transferred) ${amount} ?${rate}(?: of ${money})? from (?<from>.+?) (?:in)?to (?<to>.+)`,
  `(?:move|moved|shift|shifted|reallocate|reallocated|transfer|transferred) ${amount}(?: of ${money})? from (?<from>.+?) (?:in)?to (?<to>.+?) ?${rate}`,
].map((pattern) => new RegExp(`^${pattern}$`))
const alike = new RegExp(`^(?<thing>.+?) by ${percent}$`)
const separator = / (?:, and|, but|and|but|while|plus|,|&)(?: also| then)? /g

function rule(pattern: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(`^${pattern}$`), read }
}

/**
 * Returns the changes of a clause such as "spend 20 % more on Meta and pause TikTok", or null if a part of it is none. A percentage
 * can be that of several names. An amount for two names is not read, because it can mean each or both.
 */
export function changesIn(text: string, targetOf: TargetOf, before: SpendChange | null = null): SpendChange[] | null {
  const whole = clauseOf(text, targetOf, before)
  if (whole) return whole
  for (const [left, right] of splits(text)) {
    const first = clauseOf(left, targetOf, before)
    const rest = first && changesIn(right, targetOf, first.at(-1) as SpendChange)
    if (first && rest) return [...first, ...rest]
  }
  return null
}

function splits(text: string): [left: string, right: string][] {
  return [...text.matchAll(separator)].map((match) => [
    text.slice(0, match.index),
    text.slice(match.index + match[0].length),
  ])
}

function clauseOf(text: string, targetOf: TargetOf, before: SpendChange | null): SpendChange[] | null {
  for (const pattern of moves) {
    const groups = pattern.exec(text)?.groups
    const [from, to] = [targetOf(groups?.from), targetOf(groups?.to)]
    if (!groups || !from || !to || isWhole(from) || isWhole(to)) continue
    const moved = amountOf(groups)
    return [
      { ...from, daily_change: -moved },
      { ...to, daily_change: moved },
    ]
  }
  for (const { pattern, read } of rules) {
    const groups = pattern.exec(text)?.groups
    const amounts = groups && read(groups)
    const targets = groups && targetsOf(groups.thing ?? groups.owner, targetOf)
    if (!amounts || !targets) continue
    // The spend of the whole brand is that of a forecast.
    if (targets.some(isWhole) && (amounts.daily_spend !== undefined || targets.length > 1)) continue
    if (targets.length === 1 || amounts.change_pct !== undefined)
      return targets.map((target) => ({ ...target, ...amounts }))
  }
  // "Increase Meta by 20 % and Google by 10 %": the second change has the direction of the first.
  const { thing, digits } = alike.exec(text)?.groups ?? {}
  const target = thing === undefined || before?.change_pct === undefined ? null : targetOf(thing)
  return target && !isWhole(target)
    ? [{ ...target, change_pct: Math.sign(before?.change_pct ?? 0) * Number(digits) }]
    : null
}

function targetsOf(words: string | undefined, targetOf: TargetOf): Target[] | null {
  const one = targetOf(words)
  if (one) return [one]
  for (const [left, right] of splits(words ?? '')) {
    const [first, rest] = [targetOf(left), targetsOf(right, targetOf)]
    if (first && rest) return [first, ...rest]
  }
  return null
}

function isWhole({ platform, campaign_name }: Target): boolean {
  return platform === undefined && campaign_name === undefined
}
