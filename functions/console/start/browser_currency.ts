/** Currencies by region (ISO 3166-1, ISO 4217). Regions with the euro are listed below. */
const currencies: Record<string, string> = {
  AE: 'AED',
  AR: 'ARS',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CN: 'CNY',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  EG: 'EGP',
  GB: 'GBP',
  HK: 'HKD',
  HU: 'HUF',
  ID: 'IDR',
  IL: 'ILS',
  IN: 'INR',
  IS: 'ISK',
  JP: 'JPY',
  KR: 'KRW',
  KW: 'KWD',
  LI: 'CHF',
  MX: 'MXN',
  MY: 'MYR',
  NG: 'NGN',
  NO: 'NOK',
  NZ: 'NZD',
  PE: 'PEN',
  PH: 'PHP',
  PL: 'PLN',
  RO: 'RON',
  SA: 'SAR',
  SE: 'SEK',
  SG: 'SGD',
  TH: 'THB',
  TR: 'TRY',
  TW: 'TWD',
  UA: 'UAH',
  US: 'USD',
  VN: 'VND',
  ZA: 'ZAR',
}
const euro = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')

/**
 * Returns the currency of the first region in an Accept-Language header (RFC 9110, section 12.5.4), such as EUR for de-DE. A language
 * without a region has the region where most of its speakers live, by Unicode CLDR. Returns USD if no region is known.
 */
export function browserCurrency(acceptLanguage: string | undefined): string {
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = ''] = part.trim().split(';')
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag)) continue
    const region = regionOf(tag)
    const found = euro.includes(region) ? 'EUR' : currencies[region]
    if (found !== undefined) return found
  }
  return 'USD'
}

/** Returns the region of a language tag, or '' for one that Intl refuses, such as en-GB-oed. */
function regionOf(tag: string): string {
  try {
    return new Intl.Locale(tag).maximize().region ?? ''
  } catch {
    return ''
  }
}
