import type { Intent } from './intent.ts'
import type { Reading } from '../language/spans.ts'
import { premiseWords } from './premise.ts'
import { becoming } from './turn.ts'

const cueNames = [
  'best',
  'worst',
  'most',
  'least',
  'ranked',
  'which',
  'broken',
  'trend',
  'compared',
  'changed',
  'more',
  'anomaly',
  'forecast',
  'attribution',
  'creative',
  'budget',
  'pacing',
  'why',
  'experiment',
  'list',
  'definition',
  'how',
  'general',
] as const
export type CueName = (typeof cueNames)[number]
export type Granularity = 'hour' | 'day' | 'week' | 'month' | 'quarter'

/** The cues of a question: words that indicate the kind of answer. */
export type Cues = Readonly<Record<CueName, boolean>> & {
  granularity: Granularity | null
  limit: number | null
  rank: number | null
}

const units = '(?:day|week|wk|month|quarter|year|hour)'

/**
 * The words of each cue, in normalized text. A word can belong to several cues; the intent determines which of them it
 * uses.
 */
const patterns: Readonly<Record<CueName, RegExp>> = {
  // "Got better" is a change.
  best: new RegExp(
    `\\b(best|top|(?<!${becoming})better|winning|winners?|wins?|won|strongest|outperform\\w*|most (?:efficient|effective|successful)|(?:number|no) (?:1|one)|star)\\b`,
    'g',
  ),
  worst: new RegExp(
    `\\b(worst|bottom|(?<!${becoming})worse|losers?|weakest|underperform\\w*|poorest|inefficient|least (?:efficient|effective|successful))\\b`,
    'g',
  ),
  most: /\b(most|highest|biggest|largest|greatest|max(?:imum)?|expensive|costliest|priciest|peak|busiest|record|strongest|fastest(?= grow))\b/g,
  least: /\b(least|lowest|smallest|cheapest|fewest|min(?:imum)?|cheap|slowest|quietest|weakest|ascending)\b/g,
  // In "average order value by month", "order" is not a cue.
  ranked:
    /\b(rank|ranked|ranking|sort|sorted|(?<!\b(?:an?|per|each|every|first|average|of|the) )order(?! (?:values?|sizes?|counts?|volume|rate|totals?)\b)|ordered|leaderboard|descending|ascending)\b/g,
  which: /\b(which|who)\b/g,
  broken:
    /\b(by|per|each|every|individually?|individual|across|split(?:[ -]up| out)?|breakdown|broken(?: down)?|break (?:down|out)|break it down|break|down|segment\w*|grouped?|mix|separately|respectively)\b/g,
  trend: new RegExp(
    '\\b(?:trend\\w*|over time|time ?series|graph|chart|plot|evol\\w+|history|historical|develop(?:ed|ment)|hourly|daily|weekly|monthly|quarterly|' +
      `(?:by|per|each|every|for each|for every) (?:calendar )?${units}|${units}[ -]by[ -]${units})\\b`,
    'g',
  ),
  compared:
    /\b(compare\w*|(?:stack|stacks|measure|measures|hold|holds) up|fare[sd]?|comparison|comparing|vs|versus|against|relative to|difference|differences|differ(?:s|ed)?|beats?|beaten|than|gap|outspen[dt]|outsell|outsold|minus)\b/g,
  changed:
    /\b(change[ds]?|changing|growth|grow|grows|grew|grown|growing|increas\w+|decreas\w+|declin\w+|drop(?:s|ped)?|dropping|fell|fall|falls|fallen|falling|rise|rises|rose|risen|rising|improv\w+|worsen\w*|(?:go|goes|going|gone|went|been|move|moved|trending) (?:up|down)|(?:up|down) (?:or|from|on|vs|versus)|jump(?:ed)?|dip(?:ped)?|delta|movement|(?<=\b(?:is|are|was|were) .*)(?:up|down))\b/g,
  more: /\b(more|less|fewer|higher|lower|greater|bigger|smaller|larger|better|worse|cheaper|pricier|costlier|faster|slower)\b/g,
  anomaly:
    /\b(anomal\w*|outliers?|unusual\w*|weird|strange|abnormal\w*|spikes?|spiked|suspicious|odd|out of the ordinary|alerts?|irregular\w*|sudden(?:ly)?|detect\w*|problems?|issues?|(?:anything|something) (?:is |was |went |going )?wrong)\b/g,
  forecast:
    /\b(forecast\w*|predict\w*|project(?:ed|ions?|ing)|expect\w*|will|going to|outlook|estimate for|anticipate\w*|likely)\b/g,
  attribution:
    /\b(attribut\w*|touch ?points?|touchpoints?|assisted|assists?|credit(?:ed)?|customer journeys?|conversion paths?)\b/g,
  creative:
    /\b(creatives?|video ads?|image ads?|carousels?|fatigu\w*|thumbnails?|headlines?|videos?|visuals?|hooks?|wear(?:s|ing)? out|w[oe]rn out|wore out|burn(?:ed|t|ing)? out)\b/g,
  budget:
    /\b((?:should|could|can) (?:get|i|we|receive|have)\b.*\b(?:more|less|budget|spend|money|scale|cut|invest|increase)|budget recommend\w*|recommend\w*|re-?allocat\w*|where (?:should|to) .*(?:spend|invest|put)|shift(?:ing)? (?:the |my |our )?(?:budget|spend|money)|move (?:the |my |our )?budget|scale(?: up)?|deserve|optimi[sz]e (?:my |our |the )?(?:budget|spend)|wast(?:e|ed|ing)|overspend\w*|underfunded|budget (?:advice|suggestions?|changes?|ideas?))\b/g,
  pacing: /\b(pacing|on pace|on track|run rate|burn rate|pace)\b/g,
  why: /\b(why|what caused|what explains?|explains?|reasons?|what drove|explain|what happened(?! with)|what changed(?! in)|how come|drivers?|what is driving|responsible for)\b/g,
  experiment:
    /\b(experiments?|iroas|(?<=^ ?(?:did|do|does) .*)cause (?:any |more |the |our )?(?:orders?|sales|revenue|conversions?|purchases)|(?<!to )lift|incremental\w*|switch-?backs?|hold-?outs?)\b/g,
  list: /\b(list|which campaigns are|what campaigns|how many (?:campaigns|ads|ad sets|adsets|accounts|platforms)|names? of|do we (?:have|run)|are running|are active)\b/g,
  definition:
    /\b(what (?:is|does|do|are)(?: a| an| the)? [a-z -]+ (?:mean|stand for|measure)|define|definition|meaning|means?|stand for|how (?:is|are|do (?:you|we)) [a-z -]+ (?:calculated?|computed?|defined?|measured?)|formula|explain what)\b/g,
  how: /\bhow (?:was|were|has|have been)\b/g,
  general:
    /\b(performance|perform\w*|doing|do|overview|summary|summari[sz]e|report|results?|how are (?:we|things)|how is (?:it|everything|business)|how did (?:we|it)|status|numbers|stats|kpis?|metrics|look(?:ing)?|going|work(?:ed|ing)?|well|worth (?:it|the (?:money|spend|cost)))\b/g,
}

/** The cues that each intent uses. The words of other cues stay in the text and become unmatched. */
const ordering = ['best', 'worst', 'most', 'least', 'ranked', 'which'] as const
const uses: Readonly<Record<Intent, readonly CueName[]>> = {
  metric_value: ['general', 'how'],
  breakdown: ['broken', 'which', 'general'],
  ranking: [...ordering, 'general'],
  timeseries: ['trend', 'general'],
  comparison: ['compared', 'changed', 'more', 'general', 'which', 'best', 'worst', 'most', 'least'],
  anomalies: ['anomaly', 'general', 'which'],
  explain_change: ['why', 'changed', 'compared', 'more', 'anomaly', 'general'],
  forecast: ['forecast', 'general', 'trend'],
  attribution: ['attribution', 'compared', 'general', 'which'],
  creatives: ['creative', ...ordering, 'general', 'broken'],
  budget_recommendations: ['budget', ...ordering, 'general'],
  pacing: ['pacing', 'general', 'forecast'],
  // Questions of these kinds are read as metrics, or as a whole.
  orders: [],
  targets: [],
  // A scenario is read as a whole (answer/scenario_question.ts).
  scenario: [],
  experiments: ['experiment', 'general', 'list', 'which'],
  list: ['list', 'which'],
  definition: ['definition', 'general'],
}

/** Words that an intent uses, although they do not indicate it. */
const alsoUsed: Partial<Record<Intent, RegExp>> = {
  ranking: /\bwast(?:e|es|ed|ing)\b/g,
  comparison:
    /\b(or|between|fastest|less|up|down|by how much|how much|difference|percent(?:age)?|pct|efficient|by what|by|becom(?:e|es|ing)|became|gotten|turn(?:s|ed|ing)?|deteriorat(?:e|es|ed|ing|ion)|improvements?|worsening|stronger|weaker|steepest|sharpest|hardest|plung(?:e|es|ed|ing)|plummet(?:s|ed|ing)?|sank|sunk|shrank|shrunk|jump(?:s|ing)|climb(?:s|ed|ing)?|surg(?:e|es|ed|ing)|soar(?:s|ed|ing)?)\b/g,
  anomalies:
    /\b(any|anything|drops?|dips?|jumps?|happen\w*|still|open|active|unreviewed|unresolved|confirmed|resolved|closed|false[ -](?:positives?|alarms?)|how much(?= .*costs? (?:us|me|you)\b)|costs? (?:us|me|you))\b/g,
  explain_change: /\b(behind|caused?|because|up|down|so|between|high|low|expensive|bad|poor|good)\b/g,
  forecast:
    /\b(will|we|end up|how (?:sure|certain|confident)(?: are (?:we|you))?|confidence (?:interval|level)|(?:with|at) (?:an? )?(?:80|95) ?(?:%|percent) (?:confidence|certainty|interval)(?: intervals?)?|with (?:its |an )?interval)\b/g,
  attribution: /\b(or|models?|modell?ing|click|touch|by|per|each|split|breakdown|under|using|which|most)\b/g,
  budget_recommendations: /\b(where|should|more|less|budgets?|into|up|down|next)\b/g,
  pacing: /\b(end up|so far|track|budget|for the month|month|by month end|month end)\b/g,
  experiments:
    /\b(finished|done|over|ended|ends?|complete[d]?|still|running|active|ongoing|live|planned|scheduled|upcoming|cancell?ed|start(?:s|ed)?|outcomes?|read-?outs?|latest|last|recent|newest|current|past|tests?|tested|effects?|impact|caused?|(?:be|was|were|is|are) true|significant|yet|when|per|orders?)\b/g,
  list: /\b(active|running|connected|names?)\b/g,
}

/** The patterns of all cues, from which known words are extracted. */
export const cuePatterns: readonly { pattern: RegExp }[] = Object.values(patterns).map((pattern) => ({ pattern }))

/** Returns the cues of a question. The words stay in the text until `takeCues`. */
export function readCues(reading: Reading): Cues {
  const found = cueNames.map((name) => [name, reading.has(new RegExp(patterns[name].source))])
  return {
    ...(Object.fromEntries(found) as Record<CueName, boolean>),
    granularity: granularityOf(reading.text),
    limit: null,
    rank: null,
  }
}

/** Removes the words of the cues that an intent uses. */
export function takeCues(reading: Reading, intent: Intent, more: readonly CueName[] = []): void {
  for (const name of [...uses[intent], ...more]) reading.takeAll(patterns[name])
  if (intent === 'explain_change') reading.takeAll(premiseWords)
  const too = alsoUsed[intent]
  if (too) reading.takeAll(too)
}

/** Returns how many rows, or which row, the question asks for: "top 5", "the 3 best", "second best". */
export function readLimit(reading: Reading): { limit: number | null; rank: number | null } {
  const order =
    'top|best|highest|biggest|largest|bottom|worst|lowest|smallest|cheapest|most expensive|strongest|weakest'
  const nth = new RegExp(`\\b(?:(second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](?=(?:${order}|most|least)\\b))`).exec(
    reading.text,
  )
  if (nth) {
    reading.blank(nth.index, nth[0].length)
    const place = ['second', 'third', 'fourth', 'fifth'].indexOf(nth[1] as string)
    return { limit: 1, rank: place < 0 ? Number((nth[1] as string)[0]) : place + 2 }
  }
  const counted =
    new RegExp(`(?<=\\b(?:${order}) )(\\d{1,3})(?![\\d%.-])(?! ?(?:%|percent|days? (?:of|in)))\\b`).exec(
      reading.text,
    ) ??
    new RegExp(
      `\\b(\\d{1,3})(?= (?:${order}|most|least|campaigns?|ad sets?|adsets?|ads|ad groups?|creatives?|platforms?|channels?)\\b)`,
    ).exec(reading.text)
  if (!counted) return { limit: null, rank: null }
  const limit = Number(counted[1])
  if (limit === 0) return { limit: null, rank: null }
  reading.blank(counted.index, counted[0].length)
  return { limit, rank: null }
}

function granularityOf(text: string): Granularity | null {
  const has = (pattern: string) => new RegExp(`\\b(?:${pattern})\\b`).test(text)
  const every = '(?:by|per|each|every|for each|for every)(?: calendar)?'
  if (has(`hourly|${every} (?:hour|hr)|hour by hour`)) return 'hour'
  if (has(`weekly|${every} (?:week|wk)|week[ -]by[ -]week`)) return 'week'
  if (has(`monthly|${every} (?:month|mo)|month[ -]by[ -]month`)) return 'month'
  if (has(`quarterly|${every} quarter|quarter[ -]by[ -]quarter`)) return 'quarter'
  if (has(`daily|${every} day|day[ -]by[ -]day`)) return 'day'
  return null
}

const cutting =
  /\b(?:cut|cuts|cutting|reduc(?:e|ed|ing)|decreas(?:e|ed|ing)|lower|less|trim|scale (?:down|back)|overspend\w*|wast(?:e|es|ed|ing))\b/
const raising = /\b(?:scale(?: up)?(?! (?:down|back))|increas(?:e|ed|ing)|raise|more|invest|grow|underfunded)\b/

/** Questions that are answered with yes or no, so that raises and cuts are both a part of the answer. */
const asksWhether = /^(?:and |so |but |ok )*(?:should|shall|can|could|must|do|is it|would it)\b/

/**
 * Returns the filter of recommendations by their direction: "which campaign should I cut". Empty for both or none, and for "should I
 * spend more on Meta", whose answer would hide the cuts.
 */
export function budgetChangeOf(text: string): { change?: string[] } {
  if (asksWhether.test(text)) return {}
  if (cutting.test(text) === raising.test(text)) return {}
  return { change: [cutting.test(text) ? 'cut' : 'raise'] }
}
