const names = new Intl.DisplayNames('en', { type: 'region' })

/** Returns the English name of a country from its ISO 3166 code. */
export function countryName(code: string): string {
  return names.of(code) ?? code
}
