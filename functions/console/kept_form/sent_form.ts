import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { forgetForm } from './forget_form.ts'
import { keptFormField, shownFormField } from './sealed.ts'
import { forgetShownForm } from './shown_form.ts'

/**
 * Forgets the kept form or the shown form that a request sent again, after the request succeeded. A request that failed, for example
 * with 429 or 503, loses no text.
 */
export async function forgetSentForm(site: Site, context: Context<AppEnv>): Promise<void> {
  const form = await readForm(context).catch(() => null)
  if (form?.has(keptFormField)) forgetForm(site, context)
  const id = form?.get(shownFormField)
  if (id) await forgetShownForm(site, context, id)
}
