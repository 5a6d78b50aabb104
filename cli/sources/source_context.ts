import { parseEnv } from '../../shared/env.ts'
import { createLog } from '../../shared/log/log.ts'
import { shell } from '../../shared/sentences/audience.ts'
import { sourceStatements } from '../../shared/sentences/statements/sources.ts'
import { platformOf, platforms } from '../../shared/sources/platforms.ts'
import type { Platform, PlatformSettings } from '../../shared/sources/platform.ts'
import { sourceOptions } from '../../shared/sources/settings.ts'
import type { SyncOptions } from '../../functions/worker/sources/sync_source.ts'
import { ringText } from '../secrets/rings.ts'

/** Returns the options of the synchronization from the environment, with the key ring of the local installation if it has one. */
export function syncOptions(): SyncOptions {
  const env = parseEnv()
  // Standard output is for results only. Without LOG_LEVEL, only errors are logged, because the result lists what a person must do.
  const log = createLog(console.error, process.env.LOG_LEVEL === undefined ? 'error' : env.LOG_LEVEL)
  return { ...sourceOptions({ ...env, SOURCE_TOKEN_KEY: ringText('SOURCE_TOKEN_KEY') }), platforms, log }
}

/** Returns a platform with its settings. Throws an Error if the operator has not registered Vitrine there. */
export function platformSetUp(name: string, options: SyncOptions): { platform: Platform; settings: PlatformSettings } {
  const platform = platformOf(name)
  const settings = options.settings(platform)
  if (settings) return { platform, settings }
  throw new Error(sourceStatements.is_not_set_up({ platform: name }, shell))
}
