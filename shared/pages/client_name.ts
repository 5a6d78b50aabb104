import { html } from 'hono/html'
import type { Markup } from './document.ts'

const graphemesMax = 60

interface NamedClient {
  client_name: string | null
  redirect_uri: string
}

/** Returns the name of an app without invisible and direction-changing characters, truncated to a safe length. */
export function clientName({ client_name, redirect_uri }: NamedClient): string {
  const name = (client_name ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  const graphemes = [...new Intl.Segmenter('en').segment(name)].map(({ segment }) => segment)
  if (graphemes.length > graphemesMax) return `${graphemes.slice(0, graphemesMax).join('')}…`
  return name || `An app at ${redirectHost(redirect_uri)}`
}

/** Returns the name in a `bdi` element, so that a right-to-left name does not reorder the sentence around it. */
export function clientNameMarkup(client: NamedClient): Markup {
  return html`<bdi class="name">${clientName(client)}</bdi>`
}

/** Returns the host of a redirect URI, or the scheme of an app link. */
export function redirectHost(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** Whether a redirect URI points to the user's own machine, where any local program may listen. */
export function isLocal(redirectUri: string): boolean {
  return !redirectUri.startsWith('https:')
}
