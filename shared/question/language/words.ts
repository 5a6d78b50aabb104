import { cuePatterns } from '../intent/cues.ts'
import { levelPhrases, metricPhrases, modelPhrases } from './lexicon.ts'
import { timeRules } from '../time/time_rules.ts'

const split = (words: string) => words.split(/\s+/).filter((word) => word !== '')

/**
 * Words that do not change the question: articles, pronouns, auxiliaries, prepositions, politeness, and verbs that only
 * ask for an answer. Every other word must be used by the grammar, or it becomes unmatched.
 */
export const fillers: ReadonlySet<string> = new Set(
  split(`
    a about actually ads ad account accounts advertising all also am amount an and any anything are as ask at be been being both bring brings brought business
    calculate calculated came campaign campaigns can channel channels come comes coming company contribute contributed contributing could curious data deliver
    delivered did do does doing done drive driving drove figure figures find for from gave generate generated generating get gets getting give given go goes
    going got had happened happening has have having hello her here hey hi how i in into is it its just kindly know let like list look looked looking
    many marketing me money much my need now number numbers of ok okay on one ones our out people performance platform platforms please pls plz produce produced
    producing pull quick quickly real really report only everything run see send show some something stuff tell thank thanks that the their them these they thing things
    this those time to told total totals us use value wanna teh there combined together want was wat we well went were what whats with within worth would yet you your yours overall
  `),
)

/** Words that a typing error can be repaired to, beside names of metrics, platforms and levels. */
const vocabulary = split(`
  about above account across active actual after again against aggregate all also always analysis and annual anomaly anomalies another any anything attributed
  attribution average averaged avg before begin beginning below beneath best better between bigger biggest both bottom breakdown break broken budget budgets calendar
  calculate cause caused change changed changes chart cheap cheaper cheapest combined compare compared comparison comparing conversion conversions could count counting creative
  creatives credit current currently daily date dates day days decline declined decrease decreased define definition difference differences down drop
  dropped during each earlier efficient end every everything exactly except exclude excluded excluding expected expensive explain fall fatigue fatigued fell fewer fewest first
  forecast forecasts forecasted fortnight from generate generated give graph greater grew group grouped grow growing growth happened have highest high higher history hour hourly
  hours ignore ignoring include including increase increased individual instead large larger largest last least leaving less list lowest low lower many maximum
  mean median minimum minus model money month monthly months more most much never next nothing number only other outliers outside over overall overview
  overspending pace pacing part past people percent percentage perform performance performed performing performs period please plot predict predicted prediction previous
  prior project projected projection proportion quarter quarterly quarters rank ranked ranking rate rather recommend recommendation recommendations reallocate report result
  results rise rising rose same second segment shift should show since skip smaller smallest so split spike spikes spiked start status strange strongest summary tell than thanks that
  their them then there these third this those time today tomorrow total totals track trend trending trends under unusual until using value versus view
  week weekday weekdays weekend weekends weekly weeks weird were what when where which while will with without worse worst would year yearly years yesterday
  january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  christmas thanksgiving black cyber halloween valentines euros dollars pounds omit omitting excepting skipping leave besides apart aside
  pause unpause resume raise create delete remove launch stop enable disable publish upload duplicate archive thing things busiest slowest weakest peak
  exceed exceeds exceeded exceeding surpass surpassed waste wasted improve improved improving worsen explain explains branded brand unbranded prospecting retargeting weakest customers customer
`)

/** The words in patterns, so that a typing error in "complete" does not become another word. */
const inPatterns = [...timeRules, ...cuePatterns].flatMap(
  ({ pattern }) => pattern.source.match(/(?<![\\a-z])[a-z]{4,}(?![a-z(?*\\[])/g) ?? [],
)

export const everyKnownWord: ReadonlySet<string> = new Set([
  ...fillers,
  ...inPatterns,
  ...vocabulary,
  ...[metricPhrases, levelPhrases, modelPhrases].flatMap((phrases) =>
    Object.values(phrases).flatMap((list) => list.flatMap((phrase) => phrase.split(/[^a-z]+/))),
  ),
])

/** Common words of shops and marketing that are one edit away from a known word. They are not typing errors. */
export const notMisspelled: ReadonlySet<string> = new Set(
  split(`
    shoes shipping price prices post posts stores store stories country region women mens trail boots coast profile stock sock socks lime lamps shirts
    shorts skirts sales sale seasons reason reasons hats coats wash watch watches weather winter ages aged cities city state states stage stages test tests text
    texts form forms image page pages view views trade brands stop shop shops shopping friend friends house mouse horse cast fast best west rest nest
    target targets goal goals plan plans planned actual actuals email emails organic direct paid search display video videos story reels feed feeds
    new old returning loyal repeat mobile desktop tablet gender age male female audience audiences keyword keywords product products item items
    gross lost lose loses losing gain gains gained gaining shed match matches slipped sank sunk shrank plunged tanked climbed soared surged
    tank tanks tanking plunge plunges plunging plummet plummets plummeted crash crashes crashed crashing slump slumps slumped slumping collapse collapsed
    soar soars soaring surge surges surging skyrocket skyrocketed tumble tumbled nosedive nosedived slide slid slip slips shrink shrunk sink sinks climb climbs
    negative positive agent agents searches chance chances deteriorate deteriorated balloon ballooned boom boomed booming
    leading heading meaning moving rolling running cumulative mean median mode sum range variance left lifts gift gifts experience experienced
  `),
)
