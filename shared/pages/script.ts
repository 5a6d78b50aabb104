import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Markup } from './document.ts'

/** A script of our own, which a function serves as a file: the Content-Security-Policy of pages allows no inline scripts. */
export interface PageScript {
  /** The element that loads the script. The address changes with the script, so that it can be cached forever. */
  element: (root: '/docs' | '/console') => Markup
  send: (context: Context) => Response
}

export function pageScript(file: string, script: string): PageScript {
  const version = createHash('sha256').update(script).digest('hex').slice(0, 12)
  return {
    element: (root) => html`<script type="module" src="${root}/${file}?${version}"></script>`,
    send: (context) => {
      context.header('Cache-Control', 'public, max-age=31536000, immutable')
      return context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
    },
  }
}
