import { html } from 'hono/html'
import type { z } from 'zod'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import { lostMoneyColumns } from '../../../shared/ingest/lost_columns.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import { confirmUpload } from '../../../shared/operations/console/confirm_upload.ts'
import type { upload } from '../../../shared/operations/console/upload.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext } from '../page_context.ts'
import { fact } from '../parts/fact.ts'
import { count, heading, instant, megabytes, percent, words } from '../parts/format.ts'
import { confirmedForm, mayDo, ownForm } from '../parts/forms.ts'
import { rejectedRows } from '../uploads/rejected_rows.ts'
import { fieldsOf, guessColumns, mappableKinds } from '../uploads/mapping.ts'
import { notImported } from '../uploads/not_imported.ts'
import type { GivenMapping, MappableKind } from '../uploads/mapping.ts'

type Upload = z.output<(typeof upload)['output']>

export interface UploadPage {
  pageContext: PageContext
  found: Upload
  /** The format of the file, or why no importer reads it. Null after the file was confirmed. */
  file: RecognizedFile | ImportError | null
  chosen?: MappableKind | undefined
  /** The mapping of a refused form. */
  given?: GivenMapping | undefined
  error?: ApiError | undefined
}

const kindTexts: Record<string, string> = {
  ads: 'Ad report: spend, clicks and other figures by day',
  orders: 'Orders of your store',
  journeys: 'Journeys: touchpoints of customers',
  creatives: 'Descriptions of creatives',
  products: 'Product catalog',
  reviews: 'Reviews of products',
  signals: 'Trust signals',
}

export function uploadPage(shown: UploadPage): Markup {
  const { pageContext, found, file } = shown
  return html`
    <header class="heading">
      <div>
        <p class="quiet"><a href="${listOf(pageContext)}">Imports</a></p>
        <h1><bdi>${found.file_name}</bdi></h1>
        <p class="quiet">
          ${megabytes(found.bytes)}, uploaded ${instant(found.uploaded_at, pageContext.brand?.timezone)}
        </p>
      </div>
    </header>
    ${found.failure === null ? '' : html`<p class="alert" role="alert">${found.failure}</p>`}
    ${
      found.rejections.length === 0
        ? ''
        : html`<h2>Rejected rows</h2>
            ${rejectedRows(found.rejections)}`
    }
    ${file === null ? running(found) : file instanceof ImportError ? unreadable(file, shown) : preview(file, shown)}
  `
}

function running({ state, part_read, rows_read }: Upload): Markup {
  const isWaiting = state === 'confirmed'
  return html`
    <p class="progress" role="status">
      <label for="part-read">
        ${isWaiting ? 'Waiting for the worker' : `${percent(part_read)} of the file is read, ${count(rows_read)} rows`}
      </label>
      <progress id="part-read" max="1" value="${part_read}"></progress>
    </p>
    <p class="note">
      The file is imported as a whole or not at all. You can leave this page: the list of imports shows the result.
    </p>
  `
}

function unreadable({ message }: ImportError, shown: UploadPage): Markup {
  return html`
    <p class="alert" role="alert">${message}</p>
    <p><a href="/docs/guides/upload_files">Which files can be uploaded</a></p>
    ${deletion(shown)}
  `
}

function preview(file: RecognizedFile, shown: UploadPage): Markup {
  const { pageContext, chosen, error } = shown
  const { currency, timezone } = pageContext.brand ?? {}
  const needsMapping = file.kind === null
  const format = file.kind === null ? 'Unknown header' : heading(file.dialect)
  return html`
    <dl class="tiles">
      ${fact('Kind of data', heading(file.kind ?? chosen ?? 'not recognized'))} ${fact('Format', format)}
      ${fact('Currency', file.currency ?? `${currency}`)} ${fact('Time zone', `${timezone}`)}
    </dl>
    <p class="note">
      ${
        file.currency === null
          ? html`Amounts without a currency are in ${currency}, the currency of the brand.`
          : html`The header names ${file.currency}. Amounts are converted at the rate of their day if the brand has
            another currency.`
      }
      Days and times without a zone are those of the account, or else of the brand (${timezone}). An empty cell means
      not reported, never 0.
    </p>
    ${error ? html`<p class="alert" role="alert" tabindex="-1" autofocus>${error.message}</p>` : ''} ${firstRows(file)}
    ${notImported(file)}
    ${
      !mayDo(pageContext, confirmUpload)
        ? html`<p class="note">An admin or owner of this brand can import the file.</p>`
        : needsMapping
          ? mapping(file, shown)
          : confirmation(file, shown)
    }
  `
}

function firstRows({ columns, rows, fields }: RecognizedFile): Markup | string {
  if (columns.length === 0) return ''
  const fieldOf = (column: string) => fields.filter((each) => each.column === column).map(({ field }) => words(field))
  return html`
    <h2>First rows</h2>
    <div class="scroll" role="region" tabindex="0" aria-label="First rows of the file">
      <table>
        <thead>
          <tr>
            ${columns.map(
              (column) =>
                html`<th scope="col">
                  <bdi>${column}</bdi>
                  ${fields.length === 0 ? '' : html`<span class="quiet read-as">${fieldOf(column).join(', ') || 'not imported'}</span>`}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${columns.map((_, index) => html`<td class="whole"><bdi>${excerpt(cells[index])}</bdi></td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `
}

function confirmation(file: RecognizedFile, shown: UploadPage): Markup {
  const { pageContext, found } = shown
  const takesCurrency = file.kind === 'products'
  return html`
    <form class="form" method="post" action="${pathOf(shown)}">
      ${ownForm(pageContext)}
      <input type="hidden" name="kind" value="${file.kind}" />
      ${
        takesCurrency
          ? html`<label class="field"
              ><span>Currency of prices without one</span>
              <input name="currency" value="${pageContext.brand?.currency}" maxlength="3" size="4" autocomplete="off"
            /></label>`
          : ''
      }
      <button class="primary slim">Import ${found.state === 'failed' ? 'again' : 'this file'}</button>
    </form>
    ${deletion(shown)}
  `
}

function mapping(file: RecognizedFile, shown: UploadPage): Markup {
  const { chosen } = shown
  const choices = html`
    <h2>What does the file contain?</h2>
    <p class="quiet">The header matches no known format. Choose the kind of data, and then the column of each field.</p>
    <ul class="choices">
      ${mappableKinds.map(
        (kind) =>
          html`<li>
            <a href="${pathOf(shown)}?kind=${kind}" ${kind === chosen ? html`aria-current="true"` : ''}
              >${kindTexts[kind]}</a
            >
          </li>`,
      )}
    </ul>
  `
  return html`${chosen === undefined ? choices : mappingForm(chosen, file, shown)} ${deletion(shown)}`
}

function mappingForm(kind: MappableKind, file: RecognizedFile, shown: UploadPage): Markup {
  const { pageContext, given } = shown
  const { required, optional } = fieldsOf(kind)
  const columns = given?.columns ?? guessColumns([...required, ...optional], file.columns)
  const lost = lostMoneyColumns(file, Object.values(columns))
  return html`
    <h2>${kindTexts[kind]}</h2>
    <p class="quiet">
      Choose the column of each field. Columns that you do not choose are not imported, and their figures stay "not
      reported". <a href="${pathOf(shown)}">Choose another kind of data</a>
    </p>
    <form class="form" method="post" action="${pathOf(shown)}">
      ${ownForm(pageContext)}
      <input type="hidden" name="kind" value="${kind}" />
      <input type="hidden" name="is_mapped" value="yes" />
      <div class="mapping">
        ${[...required, ...optional].map((field) => columnChoice(field, required.includes(field), file, columns[field]))}
      </div>
      ${
        kind === 'ads'
          ? html`<div class="mapping">
              <label class="field"
                ><span>Platform of the file</span>
                <input
                  name="platform"
                  value="${given?.platform ?? ''}"
                  maxlength="50"
                  placeholder="reddit"
                  autocomplete="off"
              /></label>
              <label class="field"
                ><span>Currency of the account</span>
                <input
                  name="currency"
                  value="${given?.currency ?? pageContext.brand?.currency}"
                  maxlength="3"
                  autocomplete="off"
              /></label>
            </div>`
          : ''
      }
      ${
        lost.length === 0 && !given?.leavesOut
          ? ''
          : html`<label class="pick"
              ><input type="checkbox" name="leaves_out" value="yes" ${given?.leavesOut ? 'checked' : ''} />
              <span
                >Leave out ${lost.length === 0 ? 'columns with money' : html`<bdi>${lost.join(', ')}</bdi>`}: the
                figures are not imported.</span
              ></label
            >`
      }
      <button class="primary slim">Import this file</button>
    </form>
  `
}

function columnChoice(field: string, isRequired: boolean, { columns }: RecognizedFile, chosen?: string): Markup {
  return html`<label class="field"
    ><span>${heading(field)}${isRequired ? ' (required)' : ''}</span>
    <select name="column_${field}" ${isRequired ? 'required' : ''}>
      <option value="">Not in the file</option>
      ${columns.map(
        (column) => html`<option value="${column}" ${column === chosen ? 'selected' : ''}>${column}</option>`,
      )}
    </select></label
  >`
}

function deletion({ pageContext, found }: UploadPage): Markup | string {
  if (!mayDo(pageContext, confirmUpload)) return ''
  return html`<div class="buttons">
    ${confirmedForm({
      pageContext,
      action: `${listOf(pageContext)}/uploads/${found.id}/delete`,
      summary: 'Delete',
      question: 'The uploaded file is deleted. Nothing of it was imported.',
      verb: 'Delete file',
    })}
  </div>`
}

function excerpt(cell = ''): string {
  return cell.length > 60 ? `${cell.slice(0, 60)}…` : cell
}

function listOf({ brand }: PageContext): string {
  return `/console/brands/${brand?.id}/imports`
}

function pathOf({ pageContext, found }: UploadPage): string {
  return `${listOf(pageContext)}/uploads/${found.id}`
}
