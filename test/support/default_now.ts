/** The time for data of tests that choose none. */
export const defaultNow = '2026-11-20T12:00:00Z'
