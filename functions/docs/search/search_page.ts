import { html } from 'hono/html'
import { layout } from '../pages/layout.ts'
import type { Page, Section } from '../pages/page.ts'
import { queryWordsMax, SearchIndex } from './search_index.ts'
import type { Answer, Found, Kind } from './search_index.ts'

const queryLettersMax = 200
const kinds: Record<Kind, string> = { guide: 'Guides', operation: 'API operations', error: 'Error codes' }

export interface SearchPage {
  html: string
  status: 200 | 400
}

/** Returns the function that renders the results of a search. It creates the index, which takes about 100 ms. */
export function createSearch(pages: readonly Page[], sections: Section[]): (parameters: URLSearchParams) => SearchPage {
  const index = new SearchIndex(pages)
  return (parameters) => {
    const query = (parameters.get('q') ?? '').trim()
    const fault = faultOf(parameters)
    const title = query === '' ? 'Search' : `Search: ${query}`
    const body = html`<h1>Search</h1>
      ${fault === null ? results(query, index) : html`<p>${fault}</p>`}`.toString()
    return { html: layout({ title, path: null, body, sections, query }), status: fault === null ? 200 : 400 }
  }
}

/** The page ignores no parameter. */
function faultOf(parameters: URLSearchParams): string | null {
  const unknown = [...parameters.keys()].find((name) => name !== 'q')
  if (unknown !== undefined) return `There is no parameter "${unknown.slice(0, 100)}". A search has the parameter "q".`
  return parameters.size > 1 ? 'The parameter "q" must be sent once.' : null
}

function results(query: string, index: SearchIndex) {
  if (query === '') return html`<p>Enter words, an error code, or the name of an operation.</p>`
  if (query.length > queryLettersMax) return html`<p>A search has at most ${queryLettersMax} characters.</p>`
  const { found, replaced, omitted } = index.search(query)
  if (found.length === 0) {
    return html`<p>No page contains these words. <a href="/docs">All guides and operations</a></p>`
  }
  return html`${replaced.map(replacement)}
  ${
    omitted.length === 0
      ? ''
      : html`<p class="quiet">A search has at most ${queryWordsMax} words. It omits "${omitted.join(' ')}".</p>`
  }
  ${found.map(
    ({ kind, pages }) =>
      html`<h2>${kinds[kind]}</h2>
        <ol class="results">
          ${pages.map(result)}
        </ol>`,
  )}`
}

function replacement({ word, by }: Answer['replaced'][number]) {
  return html`<p class="quiet">
    No page contains a word like "${word}".
    ${by === null ? 'The results are for the other words.' : html`The results are for "${by}".`}
  </p>`
}

function result({ path, title, heading, excerpt }: Found) {
  return html`<li>
    <a href="/docs/${path}${heading === null ? '' : `#${heading.anchor}`}"
      >${title}${heading === null ? '' : `: ${heading.text}`}</a
    >
    <p>${excerpt}</p>
  </li>`
}
