import { html } from 'hono/html'
import { exampleAnswers } from '../examples/answers.ts'
import type { Page, Section } from './page.ts'
import { isError, isGuide, isOperation } from './layout.ts'

const lead =
  'Read-only advertising analytics for teams and AI agents, and storefronts for shopping agents (UCP, ACP, product feeds). Every response of ' +
  'analytics states its currency, its time zone and the last day of its data. Missing data is null, never 0.'

/** The front page of the documentation: the first request, the guides, and all operations. */
export function frontPage(
  sections: Section[],
  topics: Record<string, string>,
  baseUrl: string,
  offersSignUp = false,
): string {
  const guides = sections.filter(({ pages }) => isGuide(pages[0]))
  const errors = sections.filter(({ pages }) => isError(pages[0]))
  const operations = sections.filter(({ pages }) => isOperation(pages[0]))
  return html`
    <div class="hero">
      <h1>Vitrine documentation</h1>
      <p class="lead">${lead}</p>
      <p class="actions">
        <a class="primary" href="/docs/guides/first_request">Make your first request</a>
        <a class="secondary" href="/docs/reference">Interactive reference</a>
        <a class="secondary" href="/console">Open the console</a>
        ${offersSignUp ? html`<a class="secondary" href="/oauth/sign-up">Create an account</a>` : ''}
      </p>
    </div>
    <figure class="sample">
      <figcaption>Request</figcaption>
      <pre tabindex="0" role="group" aria-label="Request" data-copy><code>${question(baseUrl)}</code></pre>
      <figcaption>Response with a test key</figcaption>
      <pre tabindex="0" role="group" aria-label="Response"><code>${answer()}</code></pre>
    </figure>
    ${guides.map(
      ({ title, pages }) =>
        html`<h2>${title}</h2>
          <ul class="cards">
            ${pages.map(card)}
          </ul>`,
    )}
    ${errors.map(
      ({ title, pages }) =>
        html`<h2 id="errors">${title}</h2>
          <p class="quiet">An error response has a <code>Link</code> header with the page of its code.</p>
          <ul class="operations">
            ${pages.map(errorEntry)}
          </ul>`,
    )}
    <h2 id="operations">All operations</h2>
    <p class="quiet">
      <a href="/openapi.json">The OpenAPI document</a> describes all operations.
      <a href="/docs/reference">The interactive reference</a> and <a href="/docs/client">the typed client</a> are
      generated from it.
    </p>
    ${operations.map(
      ({ title, pages }) =>
        html`<h3 id="${title}">${title}</h3>
          <p class="quiet">${(topics[title] ?? '').replaceAll('`', '')}</p>
          <ul class="operations">
            ${pages.map(entry)}
          </ul>`,
    )}
  `.toString()
}

function card({ path, title, about }: Page) {
  return html`<li>
    <a href="/docs/${path}">${title}</a>
    <span>${about}</span>
  </li>`
}

function entry({ path, title, about }: Page) {
  const [method = '', address = ''] = about.split(' ')
  return html`<li>
    <span class="method ${method.toLowerCase()}">${method}</span> <code>${address}</code>
    <a href="/docs/${path}">${title}</a>
  </li>`
}

function errorEntry({ path, title, about }: Page) {
  return html`<li>
    <a href="/docs/${path}">${title}</a>
    <span>${about.replaceAll('`', '')}</span>
  </li>`
}

/** The front page as Markdown, also served as llms.txt (llmstxt.org). */
export function frontMarkdown(sections: Section[], baseUrl: string): string {
  const lists = sections.map(({ title, pages }) => {
    const entries = pages.map((page) => `- [${page.title}](${baseUrl}/docs/${page.path}.md): ${page.about}`)
    return `## ${title}\n\n${entries.join('\n')}`
  })
  return `# Vitrine

> ${lead}

The base URL is ${baseUrl}. Send a key as \`Authorization: Bearer ...\`. An \`svc_sk_test_\` key reads a simulated brand, which is identical for
all users. The OpenAPI document is at ${baseUrl}/openapi.json. Agents connect to ${baseUrl}/mcp (Model Context Protocol).

${lists.join('\n\n')}
`
}

function question(baseUrl: string): string {
  return `curl -H "Authorization: Bearer $KEY" ${baseUrl}/v1/query \\
  -d '{"brand_id": "brd_aurora", "question": "What did we spend on Meta last week?"}'`
}

/** The recorded response of the example, reduced to the most important fields. */
function answer(): string {
  const { interpretation, data, meta } = exampleAnswers['analytics.query'] as Record<string, Record<string, unknown>>
  const { intent, metrics, filters, time } = interpretation as Record<string, Record<string, unknown>>
  const shown = {
    interpretation: { intent, metrics, filters, time: { date_from: time?.date_from, date_to: time?.date_to } },
    data,
    meta: { simulated: meta?.simulated, currency: meta?.currency, data_through: meta?.data_through },
  }
  return JSON.stringify(shown, null, 2)
    .replaceAll(/\[\n\s+("\w+")\n\s+\]/g, '[$1]')
    .replaceAll(/\{\n\s+([^{}]{0,80}?)\n\s+\}/g, (_, inner: string) => `{ ${inner.replaceAll(/\n\s+/g, ' ')} }`)
}
