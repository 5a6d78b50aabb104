/** The data of the page of components. It belongs to no brand, and its links lead to no page. */
import { ApiError } from '../../../shared/errors/api_error.ts'
import { addDays } from '../../../shared/calendar/days.ts'
import { startUpload } from '../../../shared/operations/console/start_upload.ts'
import { startAuthorization } from '../../../shared/operations/sources/start_authorization.ts'
import type { Definition, Asked } from '../ask/asked.ts'
import type { Expected, Point } from '../charts/timeline.ts'
import type { Attributed } from '../charts/attribution_figure.ts'
import type { Paced, Targets } from '../charts/pacing_figure.ts'
import type { Creative } from '../pages/analytics/creatives.ts'
import type { PageContext, Refused } from '../page_context.ts'

const today = '2026-11-20'
const [first, last] = ['2026-10-22', addDays(today, -1)]
export const numbers = { currency: 'USD' }
export const days = { date_from: first, date_to: last }

/** A name that is longer than most places for it. */
export const longName = 'Prospecting, autumn and winter, lookalike of buyers of the last 180 days, automatic placements'

const ownBrand = { id: 'brd_sample', name: 'Aurora Outdoor', role: 'admin', currency: 'USD' } as const

export const pageContext: PageContext = {
  person: 'ada@people.example',
  brands: [
    { ...ownBrand, account_id: 'acc_sample' },
    { ...ownBrand, id: 'brd_other', name: longName, role: 'viewer', account_id: 'acc_sample' },
  ],
  listQuery: '',
  brand: {
    ...ownBrand,
    timezone: 'Europe/Berlin',
    may: [startUpload.name, startAuthorization.name],
    waiting: { offers: 2, orders: 100, disputes: 1 },
    is_storefront_published: true,
  },
  formToken: '',
  path: '/console/_components',
  view: {},
  questionBox: {
    question: '',
    lengthMax: 1000,
    default_period: undefined,
    default_from: undefined,
    default_to: undefined,
  },
  isFormExpired: false,
  stoppedSources: [],
}

export const readingContext: PageContext = {
  ...pageContext,
  brand: {
    ...ownBrand,
    role: 'viewer',
    timezone: 'Europe/Berlin',
    may: [],
    waiting: null,
    is_storefront_published: true,
  },
}

const source = {
  id: 'src_sample',
  platform: 'meta',
  kind: 'ads',
  name: longName,
  status: 'needs_attention',
  attention: 'The platform has ended the access. Connect the account again.',
  attention_since: '2026-11-19T08:00:00Z',
  last_read_at: '2026-11-19T07:00:00Z',
  connected_at: '2026-09-01T08:00:00Z',
} as unknown as PageContext['stoppedSources'][number]

export const stopped: PageContext = {
  ...pageContext,
  stoppedSources: [
    source,
    { ...source, name: 'Aurora DE', status: 'connected', attention: null, attention_since: null },
  ],
}

export const unread = [
  {
    source_id: 'src_sample',
    name: 'Aurora DE',
    platform: 'meta',
    status: 'syncing',
    progress: 0.4,
    missing_from: null,
  },
  {
    source_id: 'src_paused',
    name: 'Aurora AT',
    platform: 'google_ads',
    status: 'paused',
    progress: null,
    missing_from: '2026-11-18',
  },
]

export const missing = new ApiError('data_not_ready', 'No ad data has been ingested for this brand.')
export const wrong = new ApiError('invalid_request', 'The file has no column with days.')

export const awaited = new ApiError('data_not_ready', 'The first forecast follows within minutes.', {
  raised: { reason: 'the_forecast_is_not_computed_yet', field: null, values: {} },
})

/** A form that was refused for the value of one field. */
export const refusedForm: Refused = {
  error: new ApiError('invalid_request', 'The form has errors.', {
    fields: [{ path: 'monthly_budget', message: 'Enter an amount of 0 or more, such as 1500.' }],
  }),
  form: new URLSearchParams({ monthly_budget: '-20', campaign: longName, currency: 'EUR' }),
}

/** A form that was refused as a whole. */
export const refusedWhole: Refused = {
  error: new ApiError('version_conflict', 'Another person changed these settings. Check the values and save again.'),
  form: new URLSearchParams(),
}

const reportedDays = Array.from({ length: 29 }, (_, index) => addDays(first, index))
const spend = (index: number) => 420 + ((index * 7919) % 130) + (index % 7 === 5 ? 160 : 0)

/** Days with a gap of two days, after which a day stands alone. */
export const points: Point[] = reportedDays
  .filter((_, index) => ![19, 20, 22, 23].includes(index))
  .map((date) => ({ date, value: spend(reportedDays.indexOf(date)) }))

export const expected: Expected[] = Array.from({ length: 10 }, (_, index) => {
  const value = spend(index + 29)
  const [near, far] = [40 + index * 6, 80 + index * 11]
  return {
    date: addDays(last, index + 1),
    value,
    low: value - near,
    high: value + near,
    lowest: value - far,
    highest: value + far,
  }
})

export const marks = [
  {
    date: addDays(first, 12),
    from: addDays(first, 11),
    to: addDays(first, 14),
    text: `spend surge, ${longName} (active)`,
  },
]

const credits = (revenue: number) => ({ purchases: revenue / 80, revenue, spend: 900, roas: revenue / 900, cac: 40 })
const models = [
  { model: 'last_touch', label: 'Last touch', is_own: true },
  { model: 'linear', label: 'Linear', is_own: false },
]

export const attributed = {
  level: 'channel',
  model: 'last_touch',
  compared_model: 'linear',
  models,
  data: [
    { channel: 'google', campaign: null, attributed: credits(18_400), compared: credits(15_200) },
    { channel: 'email', campaign: null, attributed: credits(4200), compared: credits(7100) },
    { channel: longName, campaign: null, attributed: credits(900), compared: credits(1250.5) },
  ],
  unattributed: credits(1800),
  total: credits(25_300),
  meta: { currency: 'USD', timezone: 'Europe/Berlin', total_rows: 12, warnings: [] },
} as unknown as Attributed

const pace = {
  spend_to_date: 3200,
  budget: 5000,
  projected_end_of_period: 4900,
  pacing_percent: 98,
  status: 'on_track',
}

export const paced = {
  data: [
    { id: '1', name: 'Brand search', ...pace },
    { id: '2', name: longName, ...pace, projected_end_of_period: 6200, pacing_percent: 124, status: 'overspending' },
    {
      id: '3',
      name: 'Retargeting',
      ...pace,
      budget: null,
      projected_end_of_period: null,
      pacing_percent: null,
      status: null,
    },
  ],
  total: 3,
  days_elapsed: 19,
  days_in_month: 30,
  meta: { currency: 'USD', warnings: [] },
} as unknown as Paced

export const targets = {
  currency: 'USD',
  data_through: '2026-11-19',
  brand: { ...pace, projected_low: 4700, projected_high: 5150 },
} as Targets

export const creatives = [
  {
    creative_id: 'c1',
    name: longName,
    headline: 'Sleep outside. Stay warm.',
    fatigue: { state: 'fatigued', since: '2026-11-08', ctr_change_pct: -31 },
  },
  {
    creative_id: 'c2',
    name: 'Ridge tent, video',
    headline: null,
    fatigue: { state: 'fresh', since: null, ctr_change_pct: null },
  },
].map((one) => ({
  ...one,
  platform: 'meta',
  format: 'video',
  body: null,
  thumbnail_url: null,
  ad_count: 3,
  days_active: 21,
  spend: 1480,
  roas: 3.4,
  ctr: 0.0162,
  cpa: 24.9,
})) as unknown as Creative[]

const metric = (name: string, label: string, unit: Definition['unit']) =>
  ({ name, label, unit, better: 'up', formula: '', additive: true, description: null }) as const

/** A question with every kind of chip. */
export const asked: Asked = {
  pageContext,
  query: { question: 'ROAS above 2 for each campaign on Google last week' },
  unreported: [],
  offered: {
    ...days,
    platforms: ['google', 'meta', 'tiktok'],
    revenue_source: 'platform',
    unread: [],
    accounts: [],
    campaigns: [
      { id: '1', name: 'Brand search', platform: 'google', account_id: '11', account_name: 'Aurora DE' },
      { id: '2', name: longName, platform: 'meta', account_id: '12', account_name: null },
    ],
  },
  definitions: [metric('spend', 'Spend', 'money'), metric('roas', 'ROAS', 'multiple')],
  today,
  interpretation: {
    intent: 'breakdown',
    metrics: ['roas'],
    level: 'campaign',
    time: {
      ...days,
      granularity: null,
      preset: 'custom',
      text: null,
      timezone: 'Europe/Berlin',
      defaulted: false,
      compare_from: null,
      compare_to: null,
      compare_text: null,
    },
    filters: { platform: ['google'] },
    group_by: 'campaign',
    within: null,
    operation: null,
    sort: 'desc',
    limit: 5,
    rank: null,
    threshold: null,
    thresholds: [{ metric: 'roas', operator: '>', value: 2 }],
    model: null,
    confidence: 1,
    unmatched: [],
    suggestions: [],
    reason: null,
    warnings: [],
  },
  answer: {
    answer: '',
    columns: [],
    data: [],
    totals: null,
    meta: { currency: 'USD', timezone: 'Europe/Berlin', warnings: [] },
  } as unknown as Asked['answer'],
}
