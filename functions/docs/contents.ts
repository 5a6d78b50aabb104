import { sources } from './built/sources.js'
import { operationPages } from './operation_pages.ts'
import type { Page, Section } from './page.ts'

/** What is written by hand, in the order in which it is read. */
const written: { title: string; pages: [path: string, about: string][] }[] = [
  {
    title: 'Guides',
    pages: [
      ['guides/first_request', 'A key, a question, an answer; with curl and with types.'],
      ['guides/connect_an_assistant', 'One address for Claude, ChatGPT, Cursor and scripts.'],
      ['guides/receive_webhooks', 'Be told what happens, and know that it was us.'],
      ['guides/resume_a_stream', 'Events in order, and a reader that forgets nothing.'],
      ['guides/import_data', 'Ads, orders, journeys and products from files.'],
      ['guides/sql_for_analysts', 'The same numbers in psql, with a login of your own.'],
      ['guides/connect_dashboards', 'Metabase, Grafana and dbt on the views for analysts.'],
      ['guides/deploy', 'Ten functions, one Postgres, wherever Deno runs.'],
      ['guides/operate', 'Watch it, upgrade it, restore it, spread it out.'],
    ],
  },
  {
    title: 'To rely on',
    pages: [
      ['promises', 'What we promise, each line with the test that proves it.'],
      ['deprecation', 'How things change, and how they go.'],
      ['changelog', 'What changed for those who use it.'],
      ['client', 'The typed client, written from the same document.'],
    ],
  },
]

/** Every page of the documentation, but its front. */
export function contents(document: Parameters<typeof operationPages>[0], baseUrl: string): Section[] {
  const guides = written.map(({ title, pages }) => ({
    title,
    pages: pages.map(([path, about]) => writtenPage(path, about, baseUrl)),
  }))
  return [...guides, ...operationPages(document)]
}

function writtenPage(path: string, about: string, baseUrl: string): Page {
  const markdown = (sources[path] as string).replaceAll('{{base_url}}', baseUrl)
  return { path, title: /^# (.+)$/m.exec(markdown)?.[1] as string, about, markdown }
}

/** Without the directions that a guide gives to the tests. */
export function twin({ markdown }: Pick<Page, 'markdown'>): string {
  return markdown.replaceAll(/^<!--.*-->\n/gm, '')
}
