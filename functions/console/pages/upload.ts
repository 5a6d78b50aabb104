import { html } from 'hono/html'
import type { z } from 'zod'
import type { FileKind } from '../../../shared/ingest/file_kinds.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import { confirmUpload } from '../../../shared/operations/console/confirm_upload.ts'
import type { upload } from '../../../shared/operations/console/upload.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { fact } from '../parts/fact.ts'
import { count, heading, instant, megabytes, percent, platformName, words } from '../parts/format.ts'
import { confirmedForm, formError, mayDo, ownForm, textField } from '../parts/forms.ts'
import { rejectedRows } from '../uploads/rejected_rows.ts'
import { currenciesOf, currencyOfRest, foreignAccounts, otherCurrencies } from '../uploads/currencies.ts'
import { columnsOf, dateChoice, weeklyNote } from '../uploads/dates.ts'
import { formatName } from '../uploads/format_name.ts'
import { isMappable, mappableKinds } from '../uploads/mapping.ts'
import type { MappableKind } from '../uploads/mapping.ts'
import { mappingForm } from '../uploads/mapping_form.ts'
import { notImported } from '../uploads/not_imported.ts'
import { emptiedValues, permanence } from '../uploads/permanence.ts'
import type { PreviewedEmptying } from '../uploads/permanence.ts'

type Upload = z.output<(typeof upload)['output']>

export interface UploadPage {
  pageContext: PageContext
  found: Upload
  /** The format of the file, or why no importer reads it. Null after the file was confirmed. */
  file: RecognizedFile | ImportError | null
  /** The kind whose columns the person maps, or that the person chooses the kind. Undefined for a known format. */
  chosen?: MappableKind | 'choose' | undefined
  refused?: Refused | undefined
  emptied?: PreviewedEmptying | null | undefined
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
    ${file === null ? running(shown) : file instanceof ImportError ? unreadable(file, shown) : preview(file, shown)}
  `
}

function running(shown: UploadPage): Markup {
  const { state, part_read, rows_read } = shown.found
  const isWaiting = state === 'confirmed'
  return html`
    <p class="progress" role="status">
      <label for="part-read">
        ${isWaiting ? 'The import begins' : `${percent(part_read)} of the file is read, ${count(rows_read)} rows`}
      </label>
      <progress id="part-read" max="1" value="${part_read}"></progress>
    </p>
    <p><a href="${pathOf(shown)}">Check again</a></p>
    <p class="note">
      The valid rows of the file are imported together. Invalid rows are rejected, each with its reason. This page is
      loaded again automatically. You can leave it: the list of imports shows the result.
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
  const { pageContext, chosen } = shown
  const { currency, timezone } = pageContext.brand ?? {}
  const needsMapping = file.kind === null || chosen !== undefined
  const kind = isMappable(chosen) ? chosen : needsMapping ? 'not recognized' : file.kind
  const isAds = kind === 'ads' || file.kind === null
  const named = isAds ? currenciesOf(file, columnsOf(file)) : []
  const accounts =
    isAds && !needsMapping && named.length === 0 ? foreignAccounts(file, shown.found.account_currencies) : []
  const currencies = [...new Set([...named, ...accounts.map((account) => account.currency)])]
  const format = needsMapping ? 'Other columns' : formatName(file.dialect)
  return html`
    <dl class="tiles">
      ${fact('Kind of data', heading(`${kind}`))} ${fact('Format', format)}
      ${file.platform === null || needsMapping ? '' : fact('Platform', platformName(file.platform))}
      ${fact('Currency', named.slice(0, 5).join(', ') || (file.currency ?? [currency, ...currencies.slice(0, 4)].join(', ')))}
      ${fact('Time zone', `${timezone}`)}
    </dl>
    <p class="note">
      ${
        file.currency === null
          ? currencyOfRest(accounts, `${currency}`)
          : html`The header names ${file.currency}. Amounts are converted at the rate of their day if the brand has
            another currency.`
      }
      Days and times without a zone are those of the account, or else of the brand (${timezone}). An empty cell means
      not reported, never 0.
    </p>
    ${isAds ? weeklyNote(file) : ''} ${otherCurrencies(currencies, `${currency}`, shown.found.rates)}
    ${firstRows(needsMapping ? { ...file, fields: [] } : file)} ${needsMapping ? '' : notImported(file)}
    ${emptiedValues(shown.emptied)}
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
  const { pageContext, found, refused } = shown
  const kind = file.kind as FileKind
  const verb = found.state === 'failed' ? 'Import again' : 'Import this file'
  return html`
    ${
      file.isUncertain
        ? html`<ul class="warnings">
            <li>
              Reports of other platforms have these columns too. Import the file as ${platformName(file.platform ?? '')}
              only if it is from there.
            </li>
          </ul>`
        : ''
    }
    <form class="form" method="post" action="${pathOf(shown)}">
      ${ownForm(pageContext)} ${formError(refused, ['currency', 'dates'])}
      <input type="hidden" name="kind" value="${kind}" />
      ${
        kind === 'products'
          ? textField({
              label: 'Currency of prices without one',
              name: 'currency',
              attributes: html`maxlength="3" size="4"`,
              value: found.options.currency ?? pageContext.brand?.currency,
              refused,
            })
          : ''
      }
      ${dateChoice(file, columnsOf(file), found.options.dates ?? '', refused)} ${permanence(kind)}
      <button class="primary slim">
        ${file.isUncertain ? `Import as ${platformName(file.platform ?? '')}` : verb}
      </button>
    </form>
    ${
      isMappable(kind) && file.columns.length > 0
        ? html`<p class="note">
            <a href="${pathOf(shown)}?kind=${kind}">This is another format: choose the columns</a>
          </p>`
        : ''
    }
    ${deletion(shown)}
  `
}

function mapping(file: RecognizedFile, shown: UploadPage): Markup {
  const { pageContext, found, chosen, refused } = shown
  const path = pathOf(shown)
  const choices = html`
    <h2>What does the file contain?</h2>
    <p class="quiet">
      ${file.kind === null ? 'The header matches no known format.' : ''} Choose the kind of data, and then the column of
      each field.
    </p>
    <ul class="choices">
      ${mappableKinds.map((kind) => html`<li><a href="${path}?kind=${kind}">${kindTexts[kind]}</a></li>`)}
    </ul>
  `
  const isChosen = isMappable(chosen)
  return html`${isChosen ? html`<h2>${kindTexts[chosen]}</h2>` : choices}
  ${isChosen ? mappingForm({ pageContext, path, kind: chosen, file, stored: storedOf(found, chosen), refused }) : ''}
  ${deletion(shown)}`
}

/** The mapping of an import that failed. It is offered again. */
function storedOf({ kind, options }: Upload, chosen: MappableKind): Upload['options'] {
  return kind === chosen ? options : {}
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
