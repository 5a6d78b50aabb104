import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import { deleteUpload } from '../../../shared/operations/console/delete_upload.ts'
import type { importFile } from '../../../shared/operations/console/import_file.ts'
import type { imports } from '../../../shared/operations/console/imports.ts'
import { startUpload } from '../../../shared/operations/console/start_upload.ts'
import { undoImport } from '../../../shared/operations/console/undo_import.ts'
import type { uploads } from '../../../shared/operations/console/uploads.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { count, day, instant, megabytes, words } from '../parts/format.ts'
import { fact } from '../parts/fact.ts'
import { confirmedForm, mayDo, ownForm } from '../parts/forms.ts'
import { alert, beyondEnd, emptyState, notice, pager, warnings } from '../parts/notices.ts'
import { formatName } from '../uploads/format_name.ts'
import { dropZone } from '../uploads/drop_zone.ts'
import { rejectedRows } from '../uploads/rejected_rows.ts'

type Imports = z.output<(typeof imports)['output']>
type Upload = z.output<(typeof uploads)['output']>['data'][number]
type ImportFile = z.output<(typeof importFile)['output']>

/** The notices of the list of imports, by `done` in its address. */
export const importsNotices: Record<string, string> = {
  deleted: 'The upload is deleted.',
  all_deleted: 'The uploads that were not confirmed are deleted.',
  lost: 'The file was not uploaded, because your session had ended. Choose it again.',
}
/** The notices of the page of an import. */
export const importNotices: Record<string, string> = { imported: 'The file is imported.' }

export interface ImportsPage {
  pageContext: PageContext
  imports: Imports
  uploads: Upload[]
  /** The largest file that can be uploaded. */
  bytesMax: number
  done?: string | undefined
  /** Why an upload was refused. */
  refused?: ApiError | undefined
}

export function importsPage({ pageContext, imports, uploads, bytesMax, done, refused }: ImportsPage): Markup {
  const list = `/console/brands/${pageContext.brand?.id}/imports`
  return html`
    <header class="heading">
      <div>
        <h1>Imports</h1>
        <p class="quiet">
          Imported files, newest first. Importing the same file again changes nothing.
          <a href="/docs/guides/upload_files">Which files can be uploaded</a>
        </p>
      </div>
    </header>
    ${done === 'lost' ? html`<p class="alert" role="alert">${importsNotices.lost}</p>` : notice(importsNotices[done ?? ''])}
    ${alert(refused)}
    ${refused?.reason === 'this_brand_has_too_many_uploads' ? deleteAll(pageContext, uploads, true) : ''}
    ${
      mayDo(pageContext, startUpload)
        ? dropZone(pageContext, bytesMax)
        : html`<p class="note">An admin or owner of this brand can upload files.</p>`
    }
    ${uploads.length === 0 ? '' : uploadsTable(pageContext, uploads)}
    ${
      imports.data.length === 0
        ? (beyondEnd(list, imports.page, imports.pages) ??
          html`<div class="empty">
            <p>No files have been imported.</p>
            <p>Upload reports of ad platforms, orders, products or reviews.</p>
          </div>`)
        : html`${uploads.length === 0 ? '' : html`<h2>Imported</h2>`}${importsTable(pageContext, imports)}
          ${pager(list, imports.page, imports.pages)}`
    }
  `
}

const states: Record<string, string> = {
  received: 'Check and confirm',
  confirmed: 'Waiting',
  importing: 'Importing',
  failed: 'Not imported',
}

function uploadsTable(pageContext: PageContext, uploads: Upload[]): Markup {
  return html`
    <h2>Uploaded</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="Uploaded files">
      <table>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">State</th>
            <th scope="col" class="number">Size</th>
            <th scope="col">Uploaded</th>
          </tr>
        </thead>
        <tbody>
          ${uploads.map(
            (upload) =>
              html`<tr>
                <th scope="row">
                  <a href="/console/brands/${pageContext.brand?.id}/imports/uploads/${upload.id}"
                    ><bdi>${upload.file_name}</bdi></a
                  >
                </th>
                <td class="whole">
                  ${upload.state === 'failed' ? html`<strong class="bad">${states.failed}</strong>` : states[upload.state]}
                </td>
                <td class="number">${megabytes(upload.bytes)}</td>
                <td class="whole">${instant(upload.uploaded_at, pageContext.brand?.timezone)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="note">Files that are not imported are deleted after a day.</p>
    ${deleteAll(pageContext, uploads)}
  `
}

/** The form that deletes all uploads that no worker imports. */
function deleteAll(pageContext: PageContext, uploads: Upload[], isOpen = false): Markup | string {
  const unconfirmed = uploads.filter(({ state }) => isDeletable(state))
  if (unconfirmed.length < 2 || !mayDo(pageContext, deleteUpload)) return ''
  const action = `/console/brands/${pageContext.brand?.id}/imports/uploads/delete`
  const question = `This deletes ${count(unconfirmed.length)} uploaded files that were not imported: they wait for a confirmation, or their import failed.`
  if (!isOpen) {
    return html`<div class="buttons">
      ${confirmedForm({ pageContext, action, summary: 'Delete all', question, verb: 'Delete all uploads' })}
    </div>`
  }
  return html`<form method="post" action="${action}">
    ${ownForm(pageContext)}
    <p>${question} Then upload your file again.</p>
    <button class="secondary slim">Delete all</button>
  </form>`
}

/** Whether an upload waits for a person: it is not confirmed, or its import failed. */
export function isDeletable(state: string): boolean {
  return state === 'received' || state === 'failed'
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
                  <span class="quiet"
                    >${words(file.kind)}, ${formatName(file.dialect)}${file.undone_at === null ? '' : ', undone'}</span
                  >
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

export function importFilePage(pageContext: PageContext, file: ImportFile, done?: string, refused?: ApiError): Markup {
  const list = `/console/brands/${pageContext.brand?.id}/imports`
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="${list}">Imports</a></p>
        <h1><bdi>${file.file_name}</bdi></h1>
        <p class="quiet">
          ${words(file.kind)}, ${formatName(file.dialect)}, ${instant(file.imported_at, pageContext.brand?.timezone)}
        </p>
      </div>
    </header>
    ${
      done === undefined
        ? ''
        : file.rows_rejected > 0
          ? html`<div role="status">
              <ul class="warnings">
                <li>
                  ${count(file.rows_accepted)} of ${count(file.rows_read)} rows are imported,
                  ${count(file.rows_rejected)} rejected. ${nextPage(pageContext, file)}
                </li>
              </ul>
            </div>`
          : html`<p class="notice" role="status">${importNotices[done]} ${nextPage(pageContext, file)}</p>`
    }
    ${refused ? refusedUndo(list, refused) : ''} ${undoState(pageContext, file)}
    <dl class="tiles">
      ${fact('Rows read', count(file.rows_read))} ${fact('Accepted', count(file.rows_accepted))}
      ${fact('Rejected', count(file.rows_rejected))} ${fact('Days', daysOf(file))}
    </dl>
    ${warnings(file.warnings)}
    ${
      file.rejections.length === 0
        ? (beyondEnd(pageContext.path, file.page, file.pages) ??
          emptyState(null, file.rows_rejected === 0 ? 'All rows were accepted.' : 'No row is stored with its reason.'))
        : html`
            <h2>Rejected rows</h2>
            <p class="quiet">
              Correct these lines in your file and import it again. Accepted rows do not change. The uploaded file was
              deleted after the import, so that the list has no cells of it.
            </p>
            ${rejectedRows(file.rejections)}
            <p class="note"><a href="${list}/${file.id}/rejected.csv" download>Download all rejected rows as CSV</a></p>
          `
    }
    ${pager(pageContext.path, file.page, file.pages)} ${undoForm(pageContext, file)}
  `
}

/** The page on which the imported data is shown, by its kind. */
const pagesOfKinds: Record<string, [path: string, text: string]> = {
  orders: ['/attribution', 'See the attribution of orders'],
  journeys: ['/attribution', 'See the attribution of orders'],
  creatives: ['/creatives', 'See the creatives'],
  products: ['/catalog', 'See the catalog'],
  reviews: ['/catalog', 'See the catalog'],
  signals: ['/catalog', 'See the catalog'],
}

function nextPage({ brand }: PageContext, { kind }: ImportFile): Markup {
  const [path, text] = pagesOfKinds[kind] ?? ['', 'See the overview']
  return html`<a href="/console/brands/${brand?.id}${path}">${text}</a>`
}

/** Why an undo was refused, with a link to the later import that has to be undone first. */
function refusedUndo(list: string, { message, raised }: ApiError): Markup {
  const { import_id } = (raised?.values.statement as { values?: { import_id?: string } } | undefined)?.values ?? {}
  const link = import_id === undefined ? '' : html`<a href="${list}/${import_id}">Open the later import</a>`
  return html`<p class="alert" role="alert" tabindex="-1" autofocus>${message} ${link}</p>`
}

/** Whether the import is undone or being undone, or why it was not. */
function undoState(pageContext: PageContext, { is_undoing, undo_refused, undone_at }: ImportFile): Markup | string {
  if (is_undoing)
    return html`<p class="notice" role="status">
      The import is being undone. <a href="${pageContext.path}">Check again</a>
    </p>`
  if (undone_at !== null) {
    return notice(
      `This import was undone on ${instant(undone_at, pageContext.brand?.timezone)}. Names of campaigns stay.`,
    )
  }
  return undo_refused === null ? '' : html`<p class="alert" role="alert">${undo_refused}</p>`
}

function undoForm(pageContext: PageContext, file: ImportFile): Markup | string {
  if (!file.is_exact || file.is_undoing || file.undone_at !== null || !mayDo(pageContext, undoImport)) return ''
  return html`<div class="buttons">
    ${confirmedForm({
      pageContext,
      action: `/console/brands/${pageContext.brand?.id}/imports/${file.id}/undo`,
      summary: 'Undo this import',
      question:
        'The numbers of these days become what they were before the import. It is not possible if a later report has the same days and platforms.',
      verb: 'Undo import',
    })}
  </div>`
}

function daysOf({ first_on, last_on }: { first_on: string | null; last_on: string | null }): string {
  return first_on === last_on ? day(first_on) : `${day(first_on)} to ${day(last_on)}`
}
