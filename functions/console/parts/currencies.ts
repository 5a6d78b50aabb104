const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

/** The currencies of a menu. */
export function currencies() {
  return Intl.supportedValuesOf('currency').map((value) => ({ value, text: `${value} ${currencyNames.of(value)}` }))
}

/** The time zones of a menu. */
export function timezones() {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value, text: value.replaceAll('_', ' ') }))
}
