/** An exact decimal number: `units` times ten to the power of minus `places`. */
export interface Decimal {
  units: bigint
  places: number
}

export const zero: Decimal = { units: 0n, places: 0 }

const form = /^([+-]?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/

/** Whether a text is a decimal number as JSON writes it, with or without an exponent. */
export function isDecimal(text: string): boolean {
  return form.test(text)
}

/** Returns the number that a text states, with all its digits. Throws RangeError if the text is no decimal number. */
export function parseDecimal(text: string): Decimal {
  const [, whole, fraction = '', exponent = '0'] = form.exec(text) ?? []
  if (whole === undefined) throw new RangeError('The text is not a decimal number.')
  const units = BigInt(whole + fraction)
  const places = fraction.length - Number(exponent)
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 }
}

/** Returns a number as text without an exponent, with all its places. */
export function formatDecimal({ units, places }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const sign = units < 0n ? '-' : ''
  return places === 0 ? sign + digits : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

export function add(one: Decimal, other: Decimal): Decimal {
  const places = Math.max(one.places, other.places)
  return { units: unitsAt(one, places) + unitsAt(other, places), places }
}

export function subtract(one: Decimal, other: Decimal): Decimal {
  return add(one, { units: -other.units, places: other.places })
}

/** Returns an amount of minor units, such as cents, in units of the currency: `5000` with 2 places is `50.00`. */
export function fromMinorUnits(text: string, minorPlaces: number): string {
  const { units, places } = parseDecimal(text)
  return formatDecimal({ units, places: places + minorPlaces })
}

/** Returns a number as text without an exponent and with at most so many places, rounded half away from zero. */
export function rounded(text: string, placesMax: number): string {
  const { units, places } = parseDecimal(text)
  if (places <= placesMax) return formatDecimal({ units, places })
  const divisor = 10n ** BigInt(places - placesMax)
  const half = units < 0n ? -divisor / 2n : divisor / 2n
  return formatDecimal({ units: (units + half) / divisor, places: placesMax })
}

function unitsAt({ units, places }: Decimal, wanted: number): bigint {
  return wanted === places ? units : units * 10n ** BigInt(wanted - places)
}
