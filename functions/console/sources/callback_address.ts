/** The path to which platforms send people back. */
export const callbackPath = '/console/sources/callback'

/** Returns the brand that a state names. Null if it names none. */
export function brandOfState(state: string): string | null {
  return /^[\w-]+\.([\w-]+)$/.exec(state)?.[1] ?? null
}

/** Returns the sources of the brand that the state of a callback names, or the choice of a brand. */
export function sourcesOfCallback(parameters: URLSearchParams): string {
  const brandId = brandOfState(parameters.get('state') ?? '')
  return brandId === null ? '/console/sources' : `/console/brands/${brandId}/sources`
}

/**
 * Returns the callback without its code, which is secret. A state is valid for the session that began only, so after a sign-in the page
 * says whether it was used.
 */
export function callbackWithoutCode(parameters: URLSearchParams): string {
  const state = parameters.get('state') ?? ''
  return brandOfState(state) === null ? '/console/sources' : `${callbackPath}?state=${state}`
}
