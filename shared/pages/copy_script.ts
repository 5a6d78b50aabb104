import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Markup } from './document.ts'

/**
 * Adds a button to each element with `data-copy`, which copies its text. Without a script or without a clipboard, which
 * browsers give to secure origins only, the page has no such buttons.
 */
const script = `
const status = document.createElement('span')
status.className = 'unseen'
status.setAttribute('role', 'status')
document.body.append(status)

for (const source of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // Several buttons of a page have different names.
  const label = source.getAttribute('aria-label')
  if (label) button.setAttribute('aria-label', 'Copy: ' + label)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = 'Copied'
      status.textContent = 'Copied to the clipboard.'
    } catch {
      getSelection().selectAllChildren(source)
      status.textContent = 'The browser did not allow to copy. The text is selected.'
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000)
  })
  source.after(button)
}
`
const version = createHash('sha256').update(script).digest('hex').slice(0, 12)

/** The element that loads the script from a function. The address changes with the script, so that it can be cached forever. */
export function copyScript(root: '/docs' | '/console'): Markup {
  return html`<script type="module" src="${root}/copy.js?${version}"></script>`
}

export function sendCopyScript(context: Context): Response {
  context.header('Cache-Control', 'public, max-age=31536000, immutable')
  return context.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
}
