import { importFile } from '../../shared/operations/console/import_file.ts'
import { imports } from '../../shared/operations/console/imports.ts'
import { request, read } from './page_context.ts'
import type { Handler } from '../../shared/http/app_env.ts'
import type { AppContext } from './app_context.ts'
import { pageQuery } from './parts/page_query.ts'
import { sendPage } from './page.ts'
import { importFilePage, importsPage } from './pages/imports.ts'

export function showImports(app: AppContext): Handler {
  return async (context) => {
    const { page } = pageQuery(context, ['page'])
    const { pageContext, results } = await read(app, context, [request(imports, { page })])
    const [{ body, error }] = results
    if (error) throw error
    return await sendPage(context, { title: 'Imports', pageContext, body: importsPage(pageContext, body) })
  }
}

export function showImportFile(app: AppContext): Handler {
  return async (context) => {
    const { page } = pageQuery(context, ['page'])
    const import_id = context.req.param('import_id')
    const { pageContext, results } = await read(app, context, [request(importFile, { import_id, page })])
    const [{ body, error }] = results
    if (error) throw error
    return await sendPage(context, { title: body.file_name, pageContext, body: importFilePage(pageContext, body) })
  }
}
