import type { Platform } from '../../../shared/sources/platform.ts'

/** A statement that a person should know (shared/sentences/statements/sources.ts). */
export interface VersionNotice {
  reason: 'version_ends'
  values: { platform: string; version: string; ends_on: string | null; setting: string }
}

const noticeDays = 90
const dayMs = 86_400_000

/**
 * Returns a notice if the platform announced the end of the version in a reply, or if its published end is less than 90 days away. Days are
 * those of the machine, as platforms end versions by the real time.
 */
export function versionNotice(
  { name, title, versionEnds = {} }: Platform,
  version: string,
  isAnnounced: boolean,
  now = Date.now(),
): VersionNotice | null {
  const ends_on = versionEnds[version] ?? null
  const isNear = ends_on !== null && Date.parse(ends_on) - now < noticeDays * dayMs
  if (!isAnnounced && !isNear) return null
  return {
    reason: 'version_ends',
    values: { platform: title, version, ends_on, setting: `${name.toUpperCase()}_API_VERSION` },
  }
}
