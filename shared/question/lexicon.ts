/** What people say for what the catalogue calls by one name. Phrases are of normalised text; longer ones win. */
export const metricPhrases: Readonly<Record<string, readonly string[]>> = {
  spend: [
    'ad spend',
    'ads spend',
    'advertising spend',
    'media spend',
    'spend',
    'spends',
    'spent',
    'spending',
    'ad cost',
    'ad costs',
    'ads cost',
    'cost',
    'costs',
    'total cost',
    'money spent',
    'budget spent',
    'investment',
    'invested',
    'ad budget used',
    'burned',
    'burn',
    'expenditure',
    'outlay',
    'how much did we pay',
    'pay for ads',
  ],
  revenue: [
    'revenue',
    'revenues',
    'rev',
    'sales',
    'conversion value',
    'conversions value',
    'purchase value',
    'turnover',
    'income',
    'gmv',
    'earn',
    'earned',
    'earnings',
    'make',
    'made',
    'money in',
    'brought in',
    'bring in',
  ],
  cogs: ['cogs', 'cost of goods', 'cost of goods sold', 'product costs'],
  refunds: ['refunds', 'refund', 'refunded'],
  store_revenue: ['store revenue', 'shop revenue', 'total store sales', 'store sales'],
  profit: ['profit', 'profits', 'net profit', 'contribution margin', 'margin'],
  roas: [
    'roas',
    'return on ad spend',
    'return on ads',
    'ad return',
    'return on spend',
    'returns',
    'roi',
    'return on investment',
    'return',
  ],
  poas: ['poas', 'profit on ad spend'],
  mer: ['mer', 'marketing efficiency ratio', 'marketing efficiency', 'blended roas'],
  cpa: [
    'cpa',
    'cpas',
    'cost per acquisition',
    'cost per action',
    'cost per conversion',
    'cost per conv',
    'cost per sale',
    'cost per order',
    'acquisition cost',
    'cost per result',
    'cost us per acquisition',
    'cost us per conversion',
    'pay per conversion',
    'paying per conversion',
    'paid per conversion',
    'cheapest conversions',
    'expensive conversions',
  ],
  cpp: ['cpp', 'cost per purchase', 'cost per buy'],
  cpl: ['cpl', 'cost per lead', 'lead cost'],
  cpi: ['cpi', 'cost per install', 'cost per app install'],
  cac: [
    'cac',
    'customer acquisition cost',
    'cost per new customer',
    'cost to acquire a customer',
    'cost per customer',
    'cost of a new customer',
  ],
  cpc: [
    'cpc',
    'cpcs',
    'cost per click',
    'cost a click',
    'click cost',
    'pay per click',
    'paying per click',
    'price per click',
    'average cpc',
  ],
  cplc: ['cplc', 'cost per link click'],
  cpm: [
    'cpm',
    'cpms',
    'cost per thousand',
    'cost per mille',
    'cost per 1000 impressions',
    'cost per 1000',
    'cost per thousand impressions',
  ],
  cpv: ['cpv', 'cost per view', 'cost per video view'],
  ctr: [
    'ctr',
    'ctrs',
    'click through rate',
    'click-through rate',
    'clickthrough rate',
    'click rate',
    'clickthrough',
    'click through',
    'click-through',
  ],
  link_ctr: ['link ctr', 'link click through rate', 'link click-through rate'],
  cvr: ['cvr', 'conversion rate', 'conv rate', 'conversion rates', 'cr', 'convert rate', 'converting'],
  atc_rate: ['atc rate', 'add to cart rate', 'add-to-cart rate'],
  aov: ['aov', 'average order value', 'avg order value', 'basket size', 'order value', 'average basket'],
  rpc: ['rpc', 'revenue per click', 'earnings per click', 'epc'],
  acos: ['acos', 'advertising cost of sales', 'ad cost of sales'],
  frequency: ['frequency', 'ad frequency'],
  spend_share: ['share of spend', 'spend share', 'percentage of spend', 'percent of spend', 'share of budget'],
  impressions: ['impressions', 'impression', 'impr', 'imps', 'ad views', 'times shown', 'views'],
  clicks: ['clicks', 'click', 'clicked', 'traffic'],
  link_clicks: ['link clicks', 'outbound clicks'],
  landing_page_views: ['landing page views', 'landing page visits', 'lpv', 'lpvs'],
  reach: ['reach', 'people reached', 'unique users', 'reached'],
  conversions: [
    'conversions',
    'conversion',
    'convs',
    'conv',
    'results',
    'converted',
    'acquisitions',
    'bought',
    'bought something',
    'people bought',
    'sales count',
    'number of sales',
    'how many sales',
    'people buy',
    'people converted',
  ],
  view_conversions: ['view conversions', 'view-through conversions', 'view through conversions', 'vtc'],
  purchases: ['purchases', 'purchase', 'buys', 'purchased'],
  orders: ['orders', 'order', 'store orders', 'number of orders', 'how many orders'],
  leads: ['leads', 'lead', 'sign ups', 'signups', 'form fills'],
  installs: ['installs', 'install', 'app installs', 'downloads'],
  add_to_carts: ['add to carts', 'adds to cart', 'add to cart', 'add-to-carts', 'atc', 'atcs', 'carts'],
  checkouts: ['checkouts', 'checkouts started', 'initiated checkouts', 'checkouts initiated', 'checkout'],
  new_customers: ['new customers', 'new customer', 'first time buyers', 'customers acquired', 'ncs'],
  video_views_3s: ['video views', '3 second views', '3-second video views', 'video plays', '3s views'],
  thruplays: ['thruplays', 'thruplay', 'thru plays'],
  video_p25: ['25% video views', 'watched to 25'],
  video_p50: ['50% video views', 'watched to 50', 'half watched'],
  video_p75: ['75% video views', 'watched to 75'],
  video_p100: ['100% video views', 'completed views', 'video completions', 'watched to the end'],
  hook_rate: ['hook rate', 'hook rates', 'thumbstop rate', 'thumb stop rate', 'thumbstop', 'thumb stop'],
  hold_rate: ['hold rate', 'hold rates'],
}

/** Of these, less is better. */
export const lessIsBetter = new Set('cpa cpp cpl cpi cac cpc cplc cpm cpv acos refunds cogs frequency'.split(' '))

export const platformPhrases: Readonly<Record<string, readonly string[]>> = {
  meta: ['meta ads', 'meta', 'facebook ads', 'facebook', 'fb ads', 'fb', 'instagram ads', 'instagram', 'ig', 'insta'],
  google: ['google ads', 'google', 'adwords', 'google adwords', 'gads', 'youtube ads', 'youtube'],
  tiktok: ['tiktok ads', 'tiktok', 'tik tok', 'tt ads'],
  microsoft: ['microsoft ads', 'bing ads', 'microsoft', 'bing'],
  amazon: ['amazon ads', 'amazon'],
  linkedin: ['linkedin ads', 'linkedin'],
  pinterest: ['pinterest ads', 'pinterest'],
  snapchat: ['snapchat ads', 'snapchat', 'snap ads', 'snap'],
  reddit: ['reddit ads', 'reddit'],
  x: ['twitter ads', 'twitter', 'x ads'],
}

export const levelPhrases: Readonly<Record<string, readonly string[]>> = {
  campaign: ['campaigns', 'campaign', 'campaing', 'campaigns', 'camps'],
  adset: ['ad sets', 'ad set', 'adsets', 'adset', 'ad-sets', 'ad-set', 'ad groups', 'ad group', 'adgroups', 'adgroup'],
  ad: ['ads', 'ad', 'adverts', 'advert', 'individual ads'],
  platform: ['platforms', 'platform', 'channels', 'channel', 'networks', 'network', 'sources', 'source'],
  account: ['accounts', 'account', 'ad account', 'ad accounts', 'overall', 'total'],
}

export const modelPhrases: Readonly<Record<string, readonly string[]>> = {
  first_touch: ['first click', 'first touch', 'first-click', 'first-touch', '1st click', '1st touch'],
  last_touch: ['last click', 'last touch', 'last-click', 'last-touch'],
  last_non_direct: ['last non direct', 'last non-direct', 'last non-direct click'],
  linear: ['linear', 'multi touch', 'multi-touch'],
  linear_unique: ['shapley'],
  position: ['position based', 'position-based', 'u shaped', 'u-shaped'],
  time_decay: ['time decay', 'time-decay'],
  markov: ['markov', 'data driven', 'data-driven'],
}

/** Words of questions that carry no meaning of their own: known to the repair of typos, and never reported as not understood. */
export const plainWords = new Set(
  (
    'a about above account across active actually ad ads after again all also am an and any anything are as ask at average avg be because been before being below best ' +
    'better biggest bottom broken but by calculate calculated can cause caused change changed changes chart cheap cheapest compare compared comparison could count ' +
    'current currently daily data day days decline decrease define definition did difference do does doing done down drive driving drop dropped each every everything ' +
    'expensive explain far fell find for from generate generated generating get gets getting give go goes going good got graph had happened has have having ' +
    'help high higher highest hour hourly how i if in increase increased is it its just know largest last least less level like list look looking low lower lowest ' +
    'many me mean means metric metrics month monthly months more most much my need next now number numbers of on one ones only or our out over past pct people per percent percentage ' +
    'perform performance performed performing performs period please pls plot previous projected pull quarter quarterly rank ranked ranking rate report results rise risen rose same see send several should ' +
    'show since smallest so some something split still summary tell than thanks that the their them then there these they this those through time times to today top total totals trend ' +
    'trending trends two under until up us use using value versus vs want was we week weekday weekly weeks well went were what when where which while who why will with ' +
    'within work worked working worst would year yearly years yesterday yet you your split breakdown split-out overview individual exceed exceeds worse win wins winning winner drove hi hello hey ok okay ' +
    'vs versus against beat beats wat teh day tomorrow fortnight weekend january february march april may june july august september october november december monday tuesday wednesday thursday ' +
    'friday saturday sunday anomaly anomalies outlier outliers unusual weird strange spike spikes abnormal forecast forecasts predict prediction projection expect expected attribution attributed ' +
    'creative creatives video image carousel fatigue fatigued budget budgets pacing pace track recommend recommendation recommendations reallocate shift move scale money detect detected ' +
    'wow mom yoy qoq growth grow grew acquire acquired overspending overspend wasted wasting pause unpause resume raise create delete remove turn launch stop start enable disable lower publish upload duplicate archive ' +
    'quarter branded brand unbranded dollars euros pounds usd eur gbp include including group grouped segment segmented each prospecting retargeting come came coming cost spend'
  ).split(' '),
)

/** Words that turn a meaning round: where they could not be read, the answer says so. */
const negations =
  'not no nor non isnt arent wasnt werent doesnt dont didnt havent hasnt hadnt never exclude excludes excluded excluding except excepting without other aside apart besides minus outside rather instead omit omitting ignore ignoring skip skipping leave leaving'.split(
    ' ',
  )

export const everyKnownWord: ReadonlySet<string> = new Set([
  ...plainWords,
  ...negations,
  ...'counting exactly equal equals fewer bigger larger beneath minimum maximum'.split(' '),
  ...[metricPhrases, platformPhrases, levelPhrases, modelPhrases].flatMap((phrases) =>
    Object.values(phrases).flatMap((list) => list.flatMap((phrase) => phrase.split(/[^a-z]+/))),
  ),
])
