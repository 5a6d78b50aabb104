import { html } from 'hono/html'
import { exampleAnswers } from './examples/answers.ts'
import type { Page, Section } from './page.ts'
import { isOperation } from './layout.ts'

const lead =
  'One place to read what ads did, for teams and for the agents that work for them: every number with its currency, its time zone and how ' +
  'far the data reaches, and nothing made up where nothing was reported.'

/** The front of the documentation: the first request, the guides, and every operation on one page. */
export function frontPage(sections: Section[], topics: Record<string, string>, baseUrl: string): string {
  const guides = sections.filter(({ pages }) => !isOperation(pages[0]))
  const operations = sections.filter(({ pages }) => isOperation(pages[0]))
  return html`
    <div class="hero">
      <h1>Ask your advertising data anything.</h1>
      <p class="lead">${lead}</p>
      <p class="actions">
        <a class="primary" href="/docs/guides/first_request">First request, in a minute</a>
        <a class="secondary" href="/docs/reference">Interactive reference</a>
      </p>
    </div>
    <figure class="sample">
      <figcaption>A question</figcaption>
      <pre tabindex="0" role="group" aria-label="Command"><code>${question(baseUrl)}</code></pre>
      <figcaption>Its answer, with a test key</figcaption>
      <pre tabindex="0" role="group" aria-label="Answer"><code>${answer()}</code></pre>
    </figure>
    ${guides.map(
      ({ title, pages }) =>
        html`<h2>${title}</h2>
          <ul class="cards">
            ${pages.map(card)}
          </ul>`,
    )}
    <h2 id="operations">Every operation</h2>
    <p class="quiet">
      All of it is in <a href="/openapi.json">one OpenAPI document</a>, which
      <a href="/docs/reference">the interactive reference</a> and <a href="/docs/client">the typed client</a> are made
      from.
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

/** The same for machines, and for llms.txt (llmstxt.org). */
export function frontMarkdown(sections: Section[], baseUrl: string): string {
  const lists = sections.map(({ title, pages }) => {
    const entries = pages.map((page) => `- [${page.title}](${baseUrl}/docs/${page.path}.md): ${page.about}`)
    return `## ${title}\n\n${entries.join('\n')}`
  })
  return `# Vitrine

> ${lead}

The address is ${baseUrl}. Send a key as \`Authorization: Bearer ...\`; a \`svc_sk_test_\` key reads a simulated brand, the same bytes for
everybody. Everything for machines is in ${baseUrl}/openapi.json, and agents connect at ${baseUrl}/mcp (Model Context Protocol).

${lists.join('\n\n')}
`
}

function question(baseUrl: string): string {
  return `curl -H "Authorization: Bearer $KEY" ${baseUrl}/v1/query \\
  -d '{"brand_id": "brd_aurora", "question": "What did we spend on Meta last week?"}'`
}

/** What the tests were answered, without what nobody needs to see twice. */
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
