import { html } from 'hono/html'
import { explorerVersion } from '../built/explorer.js'
import type { Section } from '../pages/page.ts'
import { banner, docsDocument, isOperation } from '../pages/layout.ts'

/** One field for the key of all operations. The key stays in the page and is not stored. */
const keyField = html`<label class="key" hidden>
  API key
  <input id="key" autocomplete="off" spellcheck="false" placeholder="svc_sk_test_..." />
</label>`

/** The interactive reference: npm openapi-explorer with the OpenAPI document. Without script, a list of the operation pages. */
export function referencePage(sections: Section[]): string {
  const operations = sections.filter(({ pages }) => isOperation(pages[0]))
  const head = html`<link rel="stylesheet" href="/docs/explorer.css" />
    <script type="module" src="/docs/explorer.js?${explorerVersion}"></script>
    <script type="module" src="/docs/reference.js"></script>`
  const body = html`
    ${banner('reference', keyField)}
    <openapi-explorer
      spec-url="/openapi.json"
      hide-server-selection="true"
      hide-authentication="true"
      hide-components="true"
      display-nulls="true"
      table="true"
      schema-expand-level="2"
    ></openapi-explorer>
    <noscript>
      <main class="page front">
        <h1>Reference</h1>
        <p>The interactive reference requires JavaScript. These pages contain the same information:</p>
        ${operations.map(
          ({ title, pages }) =>
            html`<h2>${title}</h2>
              <ul class="operations">
                ${pages.map((page) => html`<li><a href="/docs/${page.path}">${page.title}</a></li>`)}
              </ul>`,
        )}
      </main>
    </noscript>
  `
  return docsDocument({ title: 'Reference - Vitrine', className: 'explorer', head, body })
}
