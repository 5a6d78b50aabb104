import type { Context } from 'hono'
import { base64Url } from '../../../shared/credentials/tokens.ts'
import { hex, sha256 } from '../../../shared/credentials/sha256.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { browserOf } from '../../../shared/http/auth/browser.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'

/** The most letters of a value in a cookie. Browsers refuse cookies of more than 4,096 bytes. */
export const lettersMax = 3600
/** How long the fields of a form are kept in a cookie. */
export const secondsKept = 1800
/** The fields that every form has. A form that is shown again gets new ones. */
const ownFields = new Set(['form_token', 'form_id', 'form_person', 'form_kept', 'form_shown', 'form_list'])
/** The hidden field by which a kept form is forgotten after it was sent. */
export const keptFormField = 'form_kept'
/** The hidden field with the id of the shown form that is sent again. */
export const shownFormField = 'form_shown'
const secretField = /password|secret|token|code|webhook_url/i

/** Whether a form has a field with a secret, which is never kept. */
export function hasSecret(form: URLSearchParams): boolean {
  return [...form.keys()].some((name) => secretField.test(name) && !ownFields.has(name))
}

/** Returns the fields of a form that are kept. */
export function keptFields(form: URLSearchParams): [name: string, value: string][] {
  return [...form].filter(([name]) => !ownFields.has(name))
}

/** Returns a value as text for a cookie. Its seal binds it to the browser, so that no other site can set one. */
export async function sealed(site: Site, context: Context<AppEnv>, purpose: string, value: unknown): Promise<string> {
  const packed = base64Url(
    await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream('deflate-raw')),
  )
  return `${packed}.${sealOf(site, context, purpose, packed)}`
}

/** Returns the value of a text of `sealed` for the same purpose and browser, or null for any other text. */
export async function unsealed(
  site: Site,
  context: Context<AppEnv>,
  purpose: string,
  text: string | undefined,
): Promise<unknown> {
  if (!isSealed(site, context, purpose, text)) return null
  const [packed = ''] = text.split('.')
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as unknown
}

export function isSealed(
  site: Site,
  context: Context<AppEnv>,
  purpose: string,
  text: string | undefined,
): text is string {
  const [packed = '', seal] = (text ?? '').split('.')
  return packed !== '' && seal === sealOf(site, context, purpose, packed)
}

function sealOf(site: Site, context: Context<AppEnv>, purpose: string, packed: string): string {
  return base64Url(sha256(`${purpose} ${hex(browserOf(site, context).browserHash)} ${packed}`))
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
