import Holidays from 'date-holidays'
import type { PublicHoliday } from './calendar.ts'

/** The countries of currencies that one country uses, for brands whose time zone has no country. */
const countriesOfCurrencies: Readonly<Record<string, string>> = {
  AUD: 'AU',
  BRL: 'BR',
  CAD: 'CA',
  CHF: 'CH',
  CZK: 'CZ',
  DKK: 'DK',
  GBP: 'GB',
  HUF: 'HU',
  INR: 'IN',
  JPY: 'JP',
  KRW: 'KR',
  MXN: 'MX',
  NOK: 'NO',
  NZD: 'NZ',
  PLN: 'PL',
  RON: 'RO',
  SEK: 'SE',
  SGD: 'SG',
  TRY: 'TR',
  USD: 'US',
  ZAR: 'ZA',
}

const known = new Map<string, PublicHoliday[]>()
let countriesOfZones: Map<string, string> | undefined

/**
 * Returns the country of a brand: that of its time zone, or of its currency for a zone without a country, such as UTC. Null for a
 * zone and a currency of several countries, such as UTC and EUR.
 */
export function countryOf(timezone: string, currency: string): string | null {
  const zone = canonicalZone(timezone)
  countriesOfZones ??= zonesByCountry()
  const ofZone = countriesOfZones.get(zone)
  if (ofZone !== undefined) return ofZone
  return /^(?:UTC|GMT|Etc\/.*)$/.test(zone) ? (countriesOfCurrencies[currency] ?? null) : null
}

/** Returns the public holidays of a country in a range of years. Days on which only some regions are closed are not included. */
export function publicHolidays(country: string | null, firstYear: number, lastYear: number): PublicHoliday[] {
  if (country === null) return []
  const key = `${country} ${firstYear} ${lastYear}`
  const held = known.get(key)
  if (held) return held
  const calendar = new Holidays(country, { types: ['public'], languages: ['en'] })
  const found = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index).flatMap((year) =>
    calendar.getHolidays(year).map(({ date, rule, name }) => ({ day: date.slice(0, 10), rule, name })),
  )
  known.set(key, found)
  return found
}

/** Several names denote one zone, such as Asia/Kolkata and Asia/Calcutta. */
function canonicalZone(timezone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
}

function zonesByCountry(): Map<string, string> {
  const countries = Object.keys(new Holidays().getCountries())
  return new Map(
    countries.flatMap((country) =>
      (new Intl.Locale(`und-${country}`).getTimeZones() ?? []).map((zone) => [canonicalZone(zone), country] as const),
    ),
  )
}
