import type { Context } from 'hono'
import { base64Url } from '../../../shared/credentials/tokens.ts'
import { hex, sha256 } from '../../../shared/credentials/sha256.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { browserOf, keepValue, keptValue } from '../../../shared/http/auth/browser.ts'
import type { Site } from '../../../shared/http/auth/browser.ts'
import { readForm } from '../../../shared/http/input/form.ts'

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

const secondsKept = 1800
/** Browsers refuse cookies of more than 4,096 bytes. */
const lettersMax = 3600
const ownFields = new Set(['form_token', 'form_id', 'form_person'])
const secretField = /password|secret|token|code/i

/**
 * Keeps the form of a request that has no session, and returns whether it did. A form can be too long for a cookie. Only a form that a page of this origin sent is
 * kept, because the person will be asked to send it again.
 */
export async function keepForm(site: Site, context: Context<AppEnv>): Promise<'kept' | 'too long' | 'not kept'> {
  const { req } = context
  if (req.method !== 'POST' || req.header('Sec-Fetch-Site') !== 'same-origin') return 'not kept'
  const form = await readForm(context).catch(() => null)
  if (!form || !isAction(req.path) || [...form.keys()].some((name) => secretField.test(name) && !ownFields.has(name)))
    return 'not kept'
  const kept: KeptForm = {
    action: req.path,
    person: form.get('form_person') ?? '',
    fields: [...form].filter(([name]) => !ownFields.has(name)),
  }
  const packed = await pack(kept)
  if (packed.length > lettersMax) return 'too long'
  keepValue(site, context, 'form', `${packed}.${seal(site, context, packed)}`, secondsKept)
  return 'kept'
}

/** Returns the kept form of this browser. Null if there is none, or it is not from `keepForm`. */
export async function keptForm(site: Site, context: Context<AppEnv>): Promise<KeptForm | null> {
  const [packed = '', sealed = ''] = (keptValue(site, context, 'form') ?? '').split('.')
  return packed !== '' && sealed === seal(site, context, packed) ? await unpack(packed) : null
}

function isAction(path: string): boolean {
  return /^\/console(\/[\w-]+)+$/.test(path)
}

/** Binds the form to the browser, so that no other site can set one. */
function seal(site: Site, context: Context<AppEnv>, packed: string): string {
  return base64Url(sha256(`kept form ${hex(browserOf(site, context).browserHash)} ${packed}`))
}

async function pack(kept: KeptForm): Promise<string> {
  return base64Url(await through(new TextEncoder().encode(JSON.stringify(kept)), new CompressionStream('deflate-raw')))
}

async function unpack(packed: string): Promise<KeptForm> {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))) as KeptForm
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
