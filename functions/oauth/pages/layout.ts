import { html } from 'hono/html'

/** Markup with everything in it escaped; strings become part of one only through `html`. */
export type Markup = ReturnType<typeof html>

export function layout(title: string, body: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} - Vitrine</title>
        <link rel="stylesheet" href="/oauth/style.css" />
      </head>
      <body>
        <header class="brand">Vitrine</header>
        <main class="card">${body}</main>
      </body>
    </html>`
}
