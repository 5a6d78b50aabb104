import type { Context } from 'hono'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { keepValue, keptValue } from '../../../shared/http/auth/browser.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'
import { hasSecret, keptFields, lettersMax, sealed, secondsKept, unsealed } from './sealed.ts'

/**
 * A form that was sent after its session had ended. Its fields wait in a cookie of the browser, so that nothing typed is lost
 * and the server stores nothing. After the sign-in, a page shows them and sends them again.
 */
export interface KeptForm {
  action: string
  /** Identifies the person who entered the fields (`personTag`). */
  person: string
  fields: [name: string, value: string][]
}

const purpose = 'kept form'

/**
 * Keeps the form of a request that has no session, and returns whether it did. A form can be too long for a cookie. Only a form that a page of this origin sent is
 * kept, because the person will be asked to send it again.
 */
export async function keepForm(site: Site, context: Context<AppEnv>): Promise<'kept' | 'too long' | 'not kept'> {
  const { req } = context
  if (req.method !== 'POST' || req.header('Sec-Fetch-Site') !== 'same-origin') return 'not kept'
  const form = await readForm(context).catch(() => null)
  if (!form || !isAction(req.path) || hasSecret(form)) return 'not kept'
  const kept: KeptForm = { action: req.path, person: form.get('form_person') ?? '', fields: keptFields(form) }
  const value = await sealed(site, context, purpose, kept)
  if (value.length > lettersMax) return 'too long'
  keepValue(site, context, 'form', value, secondsKept)
  return 'kept'
}

/** Returns the kept form of this browser. Null if there is none, or it is not from `keepForm`. */
export async function keptForm(site: Site, context: Context<AppEnv>): Promise<KeptForm | null> {
  return (await unsealed(site, context, purpose, keptValue(site, context, 'form'))) as KeptForm | null
}

function isAction(path: string): boolean {
  return /^\/console(\/[\w-]+)+$/.test(path)
}
