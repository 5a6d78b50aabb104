import type { Call } from '../call.ts'
import type { Grant, PlatformSettings } from '../platform.ts'
import { send } from '../send.ts'
import type { SourceOptions } from '../settings.ts'

/** Returns what a client of a platform may use. `grant` is null before there is one. */
export function callOf(
  { settings, options }: { settings: PlatformSettings; options: SourceOptions },
  grant: Grant | null,
  shop: string | null,
): Call {
  return {
    settings,
    accessToken: grant?.accessToken ?? '',
    now: options.now,
    send,
    ...(grant ? { scopes: grant.scopes } : {}),
    ...(shop === null ? {} : { shop }),
  }
}
