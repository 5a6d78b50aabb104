import type { Context } from 'hono'
import type { z } from 'zod'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import type { FileOptions } from '../../../shared/ingest/import_file.ts'
import { confirmUpload as confirm } from '../../../shared/operations/console/confirm_upload.ts'
import { deleteUpload as remove } from '../../../shared/operations/console/delete_upload.ts'
import { emptiedFields, previewedMax } from '../../../shared/operations/console/emptied_fields.ts'
import { upload } from '../../../shared/operations/console/upload.ts'
import type { AppContext } from '../app_context.ts'
import { refusedForm, showForm } from '../kept_form/shown_form.ts'
import { sendFormPage } from '../page.ts'
import { formIdOf, perform, read, readOwnForm, readResults, request, write } from '../page_context.ts'
import type { PageContext } from '../page_context.ts'
import { uploadPage } from '../pages/upload.ts'
import type { UploadPage } from '../pages/upload.ts'
import { mayDo } from '../parts/forms.ts'
import { pageQuery } from '../parts/page_query.ts'
import { currencyFaults } from './currencies.ts'
import { columnsOf, dateFaults, datesOrder } from './dates.ts'
import { isMappable, mappingFaults, readMapping } from './mapping.ts'
import type { MappableKind } from './mapping.ts'
import { previewedProducts } from './previewed_products.ts'
import { recognizeBeginning } from './recognize_beginning.ts'

type Upload = z.output<(typeof upload)['output']>

/** Returns after how many seconds the page of a running import is loaded again. Most imports of small files end at once. */
function refreshSeconds({ bytes, part_read }: Upload): string {
  return bytes < 1_000_000 && part_read === 0 ? '4' : '20'
}

/** Shows the preview of an uploaded file, the progress of its import, or why it failed. */
export function showUpload(app: AppContext): Handler {
  return async (context) => {
    const { kind } = pageQuery(context, ['kind', 'form'])
    const { pageContext, found } = await readUpload(app, context)
    const list = `/console/brands/${pageContext.brand?.id}/imports`
    if (found.import_id !== null) return context.redirect(`${list}/${found.import_id}?done=imported`, 303)
    if (found.state === 'confirmed' || found.state === 'importing') context.header('Refresh', refreshSeconds(found))
    const file = await recognized(found)
    const refused = await refusedForm(app, context)
    const chosen = refused ? mappedKind(refused.form) : chosenKind(kind, found)
    return await render(app, context, { pageContext, found, file, chosen, refused })
  }
}

/** Returns the kind whose columns are mapped: that of the address, or that of an import that failed. */
function chosenKind(kind: string | undefined, found: Upload): MappableKind | 'choose' | undefined {
  if (isMappable(kind) || kind === 'choose') return kind
  return found.options.columns !== undefined && isMappable(found.kind) ? found.kind : undefined
}

/** Returns the kind whose columns a form maps. */
function mappedKind(form: URLSearchParams): MappableKind | undefined {
  const kind = form.get('kind')
  return form.get('is_mapped') === 'yes' && isMappable(kind) ? kind : undefined
}

/** Confirms a file. A mapping that is incomplete or leaves out money is refused, and the form is shown as it was sent. */
export function confirmUpload(app: AppContext): Handler {
  return async (context) => {
    const form = await readOwnForm(app, context)
    const upload_id = context.req.param('upload_id')
    const { pageContext, found } = await readUpload(app, context)
    const file = await recognized(found)
    const kind = form.get('kind') ?? ''
    const chosen = mappedKind(form)
    try {
      await perform(app, context, confirm, {
        formId: formIdOf(form),
        input: { upload_id, kind, ...optionsOf(chosen, form, file, `${pageContext.brand?.currency}`) },
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error
      const refused = { error, form }
      const rendered = async () => await render(app, context, { pageContext, found, file, chosen, refused })
      return await showForm(app, context, { ...refused, to: context.req.path }, rendered)
    }
    return context.redirect(context.req.path, 303)
  }
}

/** Returns how the file is read, by the form. Throws invalid_request with the wrong fields. */
function optionsOf(
  chosen: MappableKind | undefined,
  form: URLSearchParams,
  file: UploadPage['file'],
  ofBrand: string,
): FileOptions {
  const given = chosen && readMapping(chosen, form)
  const currency = (form.get('currency') ?? '').trim().toUpperCase()
  const options = {
    ...(given ? { columns: given.columns } : {}),
    ...(given?.platform ? { platform: given.platform } : {}),
    ...(currency === '' ? {} : { currency }),
  }
  if (file === null || file instanceof ImportError) return options
  const columns = given?.columns ?? columnsOf(file)
  const chosenDates = form.get('dates') ?? ''
  const fields = chosen
    ? mappingFaults(chosen, form, file, currency || ofBrand)
    : [
        ...dateFaults(file, columns, chosenDates),
        ...(file.fields.length > 0 && (file.kind === 'ads' || file.kind === 'orders')
          ? currencyFaults(file, columns, file.currency ?? ofBrand, 'kind')
          : []),
      ]
  if (fields.length > 0) {
    throw new ApiError('invalid_request', fields.map(({ message }) => message).join(' '), { fields })
  }
  const dates = datesOrder(file, columns, chosenDates)
  return { ...options, ...(dates ? { dates } : {}) }
}

export function deleteUpload(app: AppContext): Handler {
  return async (context) => {
    const upload_id = context.req.param('upload_id')
    await write(app, context, remove, () => ({ upload_id }))
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/imports?done=deleted`, 303)
  }
}

async function readUpload(
  app: AppContext,
  context: Context<AppEnv>,
): Promise<{ pageContext: PageContext; found: Upload }> {
  const { pageContext, results } = await read(app, context, [
    request(upload, { upload_id: context.req.param('upload_id') }),
  ])
  const [{ body, error }] = results
  // A role that may not import learns nothing of the upload from a form.
  if (context.req.method === 'POST' && !mayDo(pageContext, confirm)) {
    throw new ApiError('forbidden', 'This action requires the role admin.')
  }
  if (error) throw error
  return { pageContext, found: body }
}

/** Returns the format of a file, why no importer reads it, or null after it was confirmed. */
async function recognized({ file_name, bytes, head }: Upload): Promise<UploadPage['file']> {
  if (head === null) return null
  return await recognizeBeginning({ name: file_name, size: bytes }, bytesOf(head))
}

/** Returns the values that a file of products would empty, by its beginning. Null for other files. */
async function emptiedBy(
  app: AppContext,
  context: Context<AppEnv>,
  { pageContext, found, file }: UploadPage,
): Promise<UploadPage['emptied']> {
  if (found.head === null || file === null || file instanceof ImportError || file.kind !== 'products') return null
  const { file_name: name, bytes: size } = found
  const beginning = bytesOf(found.head)
  const products = await previewedProducts({ name, size, currency: `${pageContext.brand?.currency}` }, beginning)
  if (products === null) return null
  const [{ body, error }] = await readResults(app, context, [request(emptiedFields, { ...products })])
  if (error) throw error
  const compared = products.product_ids.length
  return body.emptied && { ...body.emptied, compared, isWhole: size <= beginning.length && compared < previewedMax }
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

async function render(app: AppContext, context: Context<AppEnv>, shown: UploadPage): Promise<Response> {
  const { pageContext, found, refused } = shown
  const emptied = await emptiedBy(app, context, shown)
  return await sendFormPage(app, context, refused?.error, {
    title: found.file_name,
    pageContext,
    body: uploadPage({ ...shown, emptied }),
  })
}
