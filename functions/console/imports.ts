import type { Context } from 'hono'
import type { CsvForm } from '../../shared/operation.ts'
import { importFile } from '../../shared/operations/console/import_file.ts'
import { imports } from '../../shared/operations/console/imports.ts'
import { undoImport as undo } from '../../shared/operations/console/undo_import.ts'
import { uploads } from '../../shared/operations/console/uploads.ts'
import type { ApiError } from '../../shared/errors/api_error.ts'
import { csvHeaders, csvPageRows, csvStream } from '../../shared/http/csv.ts'
import { request, read, readResults, submit } from './page_context.ts'
import type { AppEnv, Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'
import { refusedForm } from './kept_form/shown_form.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendFormPage } from './page.ts'
import { importFilePage, importNotices, importsNotices, importsPage } from './pages/imports.ts'

export function showImports(app: AppContext): Handler {
  return async (context) => {
    const { page, done } = pageQuery(context, ['page', 'form'], Object.keys(importsNotices))
    const refused = await refusedForm(app, context)
    return await renderImports(app, context, { page, done, refused: refused?.error })
  }
}

/** Sends the list of imports, with the error of an upload that was refused. */
export async function renderImports(
  app: AppContext,
  context: Context<AppEnv>,
  { page, done, refused }: { page?: string | undefined; done?: string | undefined; refused?: ApiError | undefined },
): Promise<Response> {
  const { pageContext, results } = await read(app, context, [request(imports, { page }), request(uploads)])
  const [{ body, error }, waiting] = results
  if (error) throw error
  return await sendFormPage(app, context, refused, {
    title: 'Imports',
    pageContext,
    body: importsPage({
      pageContext,
      imports: body,
      uploads: waiting.body?.data ?? [],
      bytesMax: app.uploadBytesMax,
      done,
      refused,
    }),
  })
}

export function showImportFile(app: AppContext): Handler {
  return async (context) => {
    const { page, done } = pageQuery(context, ['page'], Object.keys(importNotices))
    return await renderImport(app, context, { page, done })
  }
}

/** Sends the page of an import, with the error of an undo that was refused. */
async function renderImport(
  app: AppContext,
  context: Context<AppEnv>,
  { page, done, refused }: { page?: string | undefined; done?: string | undefined; refused?: ApiError },
): Promise<Response> {
  const import_id = context.req.param('import_id')
  const { pageContext, results } = await read(app, context, [request(importFile, { import_id, page })])
  const [{ body, error }] = results
  if (error) throw error
  if (body.is_undoing) context.header('Refresh', '20')
  return await sendFormPage(app, context, refused, {
    title: body.file_name,
    pageContext,
    body: importFilePage(pageContext, body, done, refused),
  })
}

/** Asks the worker to undo an import. */
export function undoImport(app: AppContext): Handler {
  return async (context) => {
    const import_id = context.req.param('import_id')
    const { refused } = await submit(app, context, undo, () => ({ import_id }))
    if (refused) return await renderImport(app, context, { refused: refused.error })
    return context.redirect(`/console/brands/${context.req.param('brand_id')}/imports/${import_id}`, 303)
  }
}

const rejectionColumns: CsvForm = { rows: 'rejections', columns: () => ['line', 'reason'] }

/** Sends all rejected rows of an import as CSV. Texts that a spreadsheet would run as formulas are marked as text. */
export function downloadRejections(app: AppContext): Handler {
  return async (context) => {
    pageQuery(context, [])
    const import_id = context.req.param('import_id')
    let after_line: number | undefined
    // Each piece continues after the last line of the piece before, and is large: each call counts against the rate limit of the person.
    const readPage = async () => {
      const piece = request(importFile, { import_id, after_line, limit: csvPageRows })
      const [{ body, error }] = await readResults(app, context, [piece])
      if (error) throw error
      after_line = body.rejections.at(-1)?.line
      return body
    }
    const first = await readPage()
    const pages = { input: {}, first: { ...first }, pageRows: csvPageRows, readPage }
    const headers = csvHeaders({ warnings: first.warnings }, false, rejectedName(first.file_name))
    return context.body(csvStream(rejectionColumns, pages), 200, headers)
  }
}

/** Returns the name of the file with the rejected rows of an uploaded file: ads.csv.gz has ads_rejected.csv. */
function rejectedName(uploaded: string): string {
  const base = uploaded.replace(/\.\w{1,5}(\.(gz|zip))?$/i, '').replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
  return `${base || 'rows'}_rejected.csv`
}
