import { html } from 'hono/html'

/** Markup with everything in it escaped; strings become part of one only through `html`. */
export type Markup = ReturnType<typeof html>

export interface Document {
  title: string
  /** Where the door that shows the page serves its own stylesheet. */
  stylesheet: string
  body: Markup
}

/** What every page begins with, whichever door shows it. */
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

/** A page that asks or says one thing: a card in the middle. */
export function cardDocument(title: string, stylesheet: string, body: Markup): Markup {
  const card = html`<header class="brand">Vitrine</header>
    <main class="card">${body}</main>`
  return htmlDocument({ title, stylesheet, body: card })
}
