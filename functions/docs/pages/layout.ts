import { html, raw } from 'hono/html'
import { copyScript } from '../../../shared/pages/copy_script.ts'
import { htmlDocument } from '../../../shared/pages/document.ts'
import type { Document } from '../../../shared/pages/document.ts'
import type { Page, Section } from './page.ts'

export interface View {
  title: string
  /** Path below /docs: empty for the front page, null for the 404 page and results of a search. */
  path: string | null
  /** Trusted HTML, which is inserted without escaping. */
  body: string
  sections: Section[]
  /** The query of a search. */
  query?: string
}

const links = [
  ['', 'Guides'],
  ['reference', 'Reference'],
  ['promises', 'Guarantees'],
  ['changelog', 'Changelog'],
]

/** Returns the HTML document of a page. It works without script, on narrow screens and in dark mode. */
export function layout({ title, path, body, sections, query = '' }: View): string {
  const content = html`
    <a class="skip" href="#content">Skip to content</a>
    ${banner(path, '', query)}
    <div class="${path === '' ? 'page front' : 'page'}">
      <main id="content">${raw(body)}</main>
      ${side(path, sections)}
    </div>
    <footer>
      <p>
        ${path === null ? '' : html`<a href="${markdownAddress(path)}">This page as Markdown</a> · `}
        <a href="/llms.txt">llms.txt</a> ·
        <a href="/openapi.json">OpenAPI</a>
      </p>
    </footer>
    ${body.includes('data-copy') ? copyScript('/docs') : ''}
  `
  const head =
    path === null
      ? html`<meta name="robots" content="noindex" />`
      : html`<link rel="alternate" type="text/markdown" href="${markdownAddress(path)}" />`
  return docsDocument({
    title: title === 'Vitrine' ? 'Vitrine documentation' : `${title} - Vitrine`,
    head,
    body: content,
  })
}

/** Returns the HTML document of a page of the documentation. */
export function docsDocument({ head, ...document }: Omit<Document, 'stylesheet'>): string {
  const icon = html`<link rel="icon" href="/docs/icon.svg" /> ${head ?? ''}`
  return htmlDocument({ ...document, stylesheet: '/docs/style.css', head: icon }).toString()
}

export function banner(path: string | null, more: Document['body'] | '' = '', query = '') {
  return html`<header class="banner">
    <a class="brand" href="/docs">Vitrine</a>
    <nav aria-label="Documentation">
      ${links.map(
        ([to = '', label = '']) =>
          html`<a href="/docs${to && `/${to}`}" ${path === to ? raw('aria-current="page"') : ''}>${label}</a>`,
      )}
      <a href="/console">Console</a>
    </nav>
    <form class="search" role="search" method="get" action="/docs/search">
      <input
        type="search"
        name="q"
        value="${query}"
        maxlength="200"
        placeholder="Search"
        aria-label="Search the documentation"
      />
    </form>
    ${more}
  </header>`
}

/** The side navigation: all guides, and the operations of the current topic, or the errors. */
function side(path: string | null, sections: Section[]) {
  if (path === '') return ''
  const isOpen = ({ pages }: Section) => pages.some((page) => page.path === path)
  const shown = sections.filter((section) => isOpen(section) || isGuide(section.pages[0]))
  return html`<nav class="side" aria-label="Pages">
    ${shown.map(
      ({ title, pages }) =>
        html`<h2>${title}</h2>
          <ul>
            ${pages.map(
              (page) =>
                html`<li>
                  <a href="/docs/${page.path}" ${page.path === path ? raw('aria-current="page"') : ''}>${page.title}</a>
                </li>`,
            )}
          </ul>`,
    )}
    <p><a href="/docs#operations">All operations</a></p>
    <p><a href="/docs#errors">All error codes</a></p>
  </nav>`
}

export function isOperation(page: Page | undefined): boolean {
  return page?.path.startsWith('operations/') ?? false
}

export function isError(page: Page | undefined): boolean {
  return page !== undefined && /^errors(\/|$)/.test(page.path)
}

/** Returns whether a page was written by hand, so it describes neither an operation nor an error code. */
export function isGuide(page: Page | undefined): boolean {
  return !isOperation(page) && !isError(page)
}

/** The body of the 404 page. */
export function missingBody(address: string): string {
  return html`<h1>Page not found</h1>
    <p>There is no page at <code>${address}</code>. It may have moved, or the address is incomplete.</p>
    <p>
      The <a href="/docs">front page</a> lists all guides and operations. The
      <a href="/docs/changelog">changelog</a> lists what was removed.
    </p>`.toString()
}

function markdownAddress(path: string): string {
  return path === '' ? '/docs.md' : `/docs/${path}.md`
}
