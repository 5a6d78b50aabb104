import { html } from 'hono/html'
import type { FileOptions } from '../../../shared/ingest/import_file.ts'
import { lostMoneyColumns } from '../../../shared/ingest/lost_columns.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'
import type { Markup } from '../../../shared/pages/document.ts'
import type { PageContext, Refused } from '../page_context.ts'
import { heading } from '../parts/format.ts'
import { errorOf, fieldError, formError, ownForm, selectField, textField } from '../parts/forms.ts'
import { currenciesOf } from './currencies.ts'
import { columnsOf, dateChoice } from './dates.ts'
import { guessColumns } from './guess_columns.ts'
import { fieldsOf, readMapping } from './mapping.ts'
import type { MappableKind } from './mapping.ts'
import { permanence } from './permanence.ts'

interface MappingForm {
  pageContext: PageContext
  path: string
  kind: MappableKind
  file: RecognizedFile
  /** The mapping of an import that failed. */
  stored: FileOptions
  refused: Refused | undefined
}

/** The form of the column of each field. It has the entered columns, else those of the failed import, else the likely ones. */
export function mappingForm({ pageContext, path, kind, file, stored, refused }: MappingForm): Markup {
  const { required, optional } = fieldsOf(kind)
  const fields = [...required, ...optional]
  const columns = stored.columns ?? guessColumns(fields, file.columns)
  const entered = refused && readMapping(kind, refused.form)
  const lost = lostMoneyColumns(file, Object.values(entered?.columns ?? columns))
  const options = [
    { value: '', text: 'Not in the file' },
    ...file.columns.map((column) => ({ value: column, text: column })),
  ]
  const columnChoice = (field: string) =>
    selectField({
      label: heading(field),
      name: `column_${field}`,
      options,
      selected: columns[field] ?? '',
      isOptional: !required.includes(field),
      refused,
    })
  const named = [...fields.map((field) => `column_${field}`), 'platform', 'currency', 'dates', 'leaves_out']
  return html`
    <p class="quiet">
      Choose the column of each field. Columns that you do not choose are not imported, and their figures stay "not
      reported". <a href="${path}?kind=choose">Choose another kind of data</a>
    </p>
    <form class="form" method="post" action="${path}">
      ${ownForm(pageContext)} ${formError(refused, named)}
      <input type="hidden" name="kind" value="${kind}" />
      <input type="hidden" name="is_mapped" value="yes" />
      <div class="mapping">${fields.map(columnChoice)}</div>
      <div class="mapping">
        ${dateChoice(file, columns, stored.dates ?? '', refused)}
        ${kind === 'ads' ? ofAccount(pageContext, file, stored, refused) : ''}
      </div>
      ${lost.length === 0 && !entered?.leavesOut ? '' : leaving(lost, entered?.leavesOut ?? false, refused)}
      ${permanence(kind)}
      <button class="primary slim">Import this file</button>
    </form>
  `
}

/** The platform and the currency of a file of ads without columns for them. */
function ofAccount(
  pageContext: PageContext,
  file: RecognizedFile,
  stored: FileOptions,
  refused: Refused | undefined,
): Markup {
  const [named, ...others] = currenciesOf(file, columnsOf(file))
  return html`${textField({
    label: 'Platform of the file',
    requirement: 'required without a column of platform',
    name: 'platform',
    attributes: html`maxlength="50" placeholder="for example reddit"`,
    value: stored.platform ?? '',
    refused,
  })}
  ${textField({
    label: 'Currency of the account',
    name: 'currency',
    attributes: html`maxlength="3"`,
    value: stored.currency ?? (others.length === 0 ? named : undefined) ?? pageContext.brand?.currency,
    refused,
  })}`
}

function leaving(lost: readonly string[], isChecked: boolean, refused: Refused | undefined): Markup {
  const error = errorOf(refused, 'leaves_out')
  return html`<div class="cell">
    <label class="pick"
      ><input
        type="checkbox"
        name="leaves_out"
        value="yes"
        ${isChecked ? 'checked' : ''}
        ${error ? html`aria-invalid="true" aria-describedby="leaves-out-error"` : ''}
      />
      <span
        >Leave out ${lost.length === 0 ? 'columns with money' : html`<bdi>${lost.join(', ')}</bdi>`}: the figures are
        not imported.</span
      ></label
    >
    ${fieldError('leaves-out-error', error)}
  </div>`
}
