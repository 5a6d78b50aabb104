import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { keepValue, keptValue } from '../../../shared/http/auth/browser.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'

/** Forgets the kept form, if there is one. */
export function forgetForm(site: Site, context: Context<AppEnv>): void {
  if (keptValue(site, context, 'form') !== undefined) keepValue(site, context, 'form', '', 0)
}
