import { html } from 'hono/html'
import { layout } from '../pages/layout.ts'
import type { Page, Section } from '../pages/page.ts'
import { SearchIndex } from './search_index.ts'
import type { Answer, Found } from './search_index.ts'

const queryLettersMax = 200

/** Returns the function that renders the results of a search. It creates the index, which takes about 100 ms. */
export function createSearch(pages: readonly Page[], sections: Section[]): (query: string) => string {
  const index = new SearchIndex(pages)
  return (query) => searchPage(query, index, sections)
}

/** The page with the results of a search. It works without script. */
function searchPage(query: string, index: SearchIndex, sections: Section[]): string {
  const title = query === '' ? 'Search' : `Search: ${query}`
  const body = html`<h1>Search</h1>
    ${results(query, index)}`.toString()
  return layout({ title, path: null, body, sections, query })
}

function results(query: string, index: SearchIndex) {
  if (query === '') return html`<p>Enter words, an error code, or the name of an operation.</p>`
  if (query.length > queryLettersMax) return html`<p>A search has at most ${queryLettersMax} characters.</p>`
  const { found, replaced } = index.search(query)
  if (found.length === 0) {
    return html`<p>No page contains these words. <a href="/docs">All guides and operations</a></p>`
  }
  return html`${replaced.map(replacement)}
    <ol class="results">
      ${found.map(result)}
    </ol>`
}

function replacement({ word, by }: Answer['replaced'][number]) {
  return html`<p class="quiet">
    No page contains a word like "${word}".
    ${by === null ? 'The results are for the other words.' : html`The results are for "${by}".`}
  </p>`
}

function result({ path, title, heading, excerpt }: Found) {
  const kind = path.startsWith('operations/') ? 'Operation' : path.startsWith('errors') ? 'Error' : 'Guide'
  return html`<li>
    <a href="/docs/${path}${heading === null ? '' : `#${heading.anchor}`}"
      >${title}${heading === null ? '' : `: ${heading.text}`}</a
    >
    <span class="quiet">${kind}</span>
    <p>${excerpt}</p>
  </li>`
}
