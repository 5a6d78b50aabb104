import { html, raw } from 'hono/html'
import { sha256 } from '../credentials/sha256.ts'

interface Endpoint {
  method: string
  path: string
  description: string
  request_schema: Record<string, unknown>
  response_shape: Record<string, unknown>
}

interface Documentation {
  protocol: string
  version: string
  description: string
  base_url: string
  endpoints: Record<string, Endpoint>
}

/** Returns the documentation of a storefront as an HTML page without scripts and third-party styles. */
export function storefrontDocsPage(docs: Documentation): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${docs.protocol} ${docs.version}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <header>
          <h1>${docs.protocol} <small>${docs.version}</small></h1>
          <p>${prose(docs.description)}</p>
          <p><code>${docs.base_url}</code></p>
        </header>
        <nav aria-label="Endpoints">
          <ul>
            ${Object.entries(docs.endpoints).map(([name, { method, path }]) => link(name, method, path))}
          </ul>
        </nav>
        <main>${Object.entries(docs.endpoints).map(([name, endpoint]) => section(name, endpoint))}</main>
      </body>
    </html>`.toString()
}

/** The Content-Security-Policy of the page: its own style and nothing else. */
export function storefrontDocsPolicy(): string {
  const hash = btoa(String.fromCharCode(...sha256(style)))
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

function link(name: string, method: string, path: string) {
  return html`<li>
    <a href="#${name}"><b>${method}</b> ${path}</a>
  </li>`
}

function section(name: string, endpoint: Endpoint) {
  return html`<section id="${name}">
    <h2><b>${endpoint.method}</b> ${endpoint.path}</h2>
    <p>${prose(endpoint.description)}</p>
    ${fields('Request', endpoint.request_schema)} ${fields('Response', endpoint.response_shape)}
  </section>`
}

function fields(title: string, schema: Record<string, unknown>) {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>)
  const required = (schema.required ?? []) as string[]
  if (properties.length === 0) return ''
  return html`<h3>${title}</h3>
    <table>
      <tbody>
        ${properties.map(
          ([name, property]) =>
            html`<tr>
              <th scope="row"><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}</th>
              <td>${kind(property)}</td>
              <td>${prose(String(property.description ?? ''))}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

/** Returns a text with the parts between backticks as code. */
function prose(text: string) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

function kind(property: Record<string, unknown>): string {
  if (Array.isArray(property.enum)) return property.enum.join(' | ')
  const alternatives = (property.anyOf as Record<string, unknown>[] | undefined)?.map(kind).join(' | ')
  const bounds = [property.minimum, property.maximum].every(
    (bound) => typeof bound === 'number' && Math.abs(bound) < 1e12,
  )
    ? ` ${String(property.minimum)} to ${String(property.maximum)}`
    : ''
  const standard = property.default === undefined ? '' : `, by default ${JSON.stringify(property.default)}`
  return `${alternatives ?? String(property.type ?? '')}${bounds}${standard}`
}

const style = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: light-dark(#0b5d4e, #7fd6c2); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 6rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; }
h1 small { font-weight: 400; opacity: 0.6; }
h2 { font-size: 1.15rem; margin: 0 0 0.25rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
h2 b, nav b { color: var(--accent); font-weight: 600; }
h3 { font-size: 0.8rem; text-transform: uppercase; letter-spacing: 0.06em; opacity: 0.7; margin: 1rem 0 0.25rem; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; overflow-wrap: anywhere; }
th code { white-space: nowrap; }
nav ul { list-style: none; padding: 0; columns: 26rem; font-family: ui-monospace, monospace; font-size: 0.9rem; }
nav li { break-inside: avoid; }
nav a { color: inherit; text-decoration: none; display: block; padding: 0.15rem 0; overflow-wrap: anywhere; }
nav a:hover, nav a:focus { text-decoration: underline; }
section { border-top: 1px solid var(--line); padding: 1.5rem 0; }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.9rem 0.35rem 0; border-bottom: 1px solid var(--soft); }
th { font-weight: 400; }
small { opacity: 0.6; }
`
