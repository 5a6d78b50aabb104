/** Versions of the Open Storefront Protocol are dates (specification, Versioning 3). */
export const protocolVersion = '2026-08-01'
