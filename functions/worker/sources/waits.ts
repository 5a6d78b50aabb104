const firstSeconds = 5
const secondsMax = 1800

/** The attempts after which a person is asked. Until then, waits add up to about five hours. */
export const attemptsMax = 12

/** How often a window that needs attention is tried without a person. */
export const attentionSeconds = 3600

/**
 * Returns how long to wait before the next attempt: what the platform named, otherwise twice as long as before. Up to a quarter is
 * added at random, so that sources that failed together do not return together.
 */
export function waitSeconds(attempts: number, named: number | undefined, scale: number): number {
  const seconds = named ?? Math.min(firstSeconds * 2 ** attempts, secondsMax)
  return seconds * (1 + Math.random() / 4) * scale
}

/** Returns how long to wait before the next poll of a report that the platform has prepared for some time. */
export function pollSeconds(waitedSeconds: number, scale: number): number {
  return Math.min(60, Math.max(2, waitedSeconds / 4)) * scale
}
