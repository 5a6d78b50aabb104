import { html } from 'hono/html'

/** Escaped markup. Strings become part of it only through `html`, which escapes them. */
export type Markup = ReturnType<typeof html>

export interface Document {
  title: string
  /** Path of the stylesheet of the function that serves the page. */
  stylesheet: string
  body: Markup
}

/** Returns the HTML document that all pages share. */
export function htmlDocument({ title, stylesheet, body }: Document): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - Vitrine</title>
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

/** Returns a page with a single centered card. */
export function cardDocument(title: string, stylesheet: string, body: Markup): Markup {
  const card = html`<header class="brand">Vitrine</header>
    <main class="card">${body}</main>`
  return htmlDocument({ title, stylesheet, body: card })
}
