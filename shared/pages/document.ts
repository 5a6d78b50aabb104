import { html } from 'hono/html'

/** Escaped markup. Strings become part of it only through `html`, which escapes them. */
export type Markup = ReturnType<typeof html>

export interface Document {
  title: string
  /** Path of the stylesheet of the function that serves the page. */
  stylesheet: string
  body: Markup
  /** Further elements of the head, for example an icon. */
  head?: Markup | undefined
  /** The class of the root element. */
  className?: string
}

/** Returns the HTML document that all pages share. */
export function htmlDocument({ title, stylesheet, body, head, className }: Document): Markup {
  return html`<!doctype html>
    <html lang="en" ${className === undefined ? '' : html`class="${className}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        ${head ?? ''}
      </head>
      <body>
        ${body}
      </body>
    </html>`
}

/** Returns a page that search engines must not list. */
export function privateDocument({ title, head, ...document }: Document): Markup {
  const robots = html`<meta name="robots" content="noindex" /> ${head ?? ''}`
  return htmlDocument({ ...document, title: `${title} - Vitrine`, head: robots })
}

/** Returns a page with a single centered card. */
export function cardDocument(title: string, stylesheet: string, body: Markup): Markup {
  const card = html`<header class="brand">Vitrine</header>
    <main class="card">${body}</main>`
  return privateDocument({ title, stylesheet, body: card })
}
