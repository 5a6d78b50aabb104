import { html } from 'hono/html'
import type { z } from 'zod'
import type { importFile } from '../../../shared/operations/console/import_file.ts'
import type { imports } from '../../../shared/operations/console/imports.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { count, day, instant, words } from '../parts/format.ts'
import { fact } from '../parts/fact.ts'
import { emptyState, importState, pager, warnings } from '../parts/notices.ts'

type Imports = z.output<(typeof imports)['output']>
type ImportFile = z.output<(typeof importFile)['output']>

export function importsPage(pageContext: PageContext, found: Imports): Markup {
  return html`
    <header class="heading">
      <div>
        <h1>Imports</h1>
        <p class="quiet">Imported files, newest first. Importing the same file again changes nothing.</p>
      </div>
    </header>
    ${
      found.data.length === 0
        ? html`<p>No files have been imported.</p>
            ${importState(null, pageContext, 'reports of ad platforms, orders, products or reviews')}`
        : html`${importsTable(pageContext, found)} ${pager(pageContext.path, found.page, found.pages)}`
    }
  `
}

/** The table of imports. The catalog page uses it for imports of products. */
export function importsTable(pageContext: PageContext, { data }: Imports): Markup {
  return html`
    <div class="scroll" role="region" tabindex="0" aria-label="Imported files">
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" class="number">Rows accepted</th>
            <th scope="col" class="number">Rejected</th>
            <th scope="col">Imported</th>
            <th scope="col">Days</th>
          </tr>
        </thead>
        <tbody>
          ${data.map(
            (file) =>
              html`<tr>
                <th scope="row">
                  <a href="/console/brands/${pageContext.brand?.id}/imports/${file.id}"><bdi>${file.file_name}</bdi></a>
                  <span class="quiet">${words(file.kind)}, ${words(file.dialect)}</span>
                </th>
                <td class="number">${count(file.rows_accepted)}</td>
                <td class="number">
                  ${file.rows_rejected > 0 ? html`<strong class="bad">${count(file.rows_rejected)}</strong>` : '0'}
                </td>
                <td class="whole">${instant(file.imported_at, pageContext.brand?.timezone)}</td>
                <td class="whole">${daysOf(file)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}

export function importFilePage(pageContext: PageContext, file: ImportFile): Markup {
  const list = `/console/brands/${pageContext.brand?.id}/imports`
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="${list}">Imports</a></p>
        <h1><bdi>${file.file_name}</bdi></h1>
        <p class="quiet">
          ${words(file.kind)}, ${words(file.dialect)}, ${instant(file.imported_at, pageContext.brand?.timezone)}
        </p>
      </div>
    </header>
    <dl class="tiles">
      ${fact('Rows read', count(file.rows_read))} ${fact('Accepted', count(file.rows_accepted))}
      ${fact('Rejected', count(file.rows_rejected))} ${fact('Days', daysOf(file))}
    </dl>
    ${warnings(file.warnings)}
    ${
      file.rejections.length === 0
        ? emptyState(null, file.rows_rejected === 0 ? 'All rows were accepted.' : 'No rejected row on this page.')
        : html`
            <h2>Rejected rows</h2>
            <p class="quiet">Correct these lines in the file and import it again. Accepted rows do not change.</p>
            <div class="scroll" role="region" tabindex="0" aria-label="Rejected rows">
              <table>
                <thead>
                  <tr>
                    <th scope="col" class="number">Line</th>
                    <th scope="col">Reason</th>
                  </tr>
                </thead>
                <tbody>
                  ${file.rejections.map(
                    ({ line, reason }) =>
                      html`<tr>
                        <th scope="row" class="number">${count(line)}</th>
                        <td><bdi>${reason}</bdi></td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>
          `
    }
    ${pager(pageContext.path, file.page, file.pages)}
  `
}

function daysOf({ first_on, last_on }: { first_on: string | null; last_on: string | null }): string {
  return first_on === last_on ? day(first_on) : `${day(first_on)} to ${day(last_on)}`
}
