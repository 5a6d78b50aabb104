import { html } from 'hono/html'
import type { Markup } from './document.ts'

const graphemesMax = 60

interface NamedClient {
  client_name: string | null
  redirect_uri: string
}

/** What an app calls itself: without what turns or hides text, and no longer than a name is. */
export function clientName({ client_name, redirect_uri }: NamedClient): string {
  const name = (client_name ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .trim()
  const graphemes = [...new Intl.Segmenter('en').segment(name)].map(({ segment }) => segment)
  if (graphemes.length > graphemesMax) return `${graphemes.slice(0, graphemesMax).join('')}…`
  return name || `An app at ${redirectHost(redirect_uri)}`
}

/** Isolated, so that a name in another direction leaves the sentence around it alone. */
export function clientNameMarkup(client: NamedClient): Markup {
  return html`<bdi class="name">${clientName(client)}</bdi>`
}

/** The host that an answer goes to, or the scheme that opens an app. */
export function redirectHost(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** Whether an answer stays on the person's own machine, where any program may be waiting for it. */
export function isLocal(redirectUri: string): boolean {
  return !redirectUri.startsWith('https:')
}
