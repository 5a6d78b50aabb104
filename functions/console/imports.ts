import { importFile } from '../../shared/operations/console/import_file.ts'
import { imports } from '../../shared/operations/console/imports.ts'
import { question, read } from './ask.ts'
import type { Door, Handler } from './door.ts'
import { sendPage } from './page.ts'
import { importFilePage, importsPage } from './pages/imports.ts'

export function showImports(door: Door): Handler {
  return async (context) => {
    const { page } = context.req.query()
    const { visit, answers } = await read(door, context, [question(imports, { page })])
    const [{ body, error }] = answers
    if (error) throw error
    return await sendPage(context, { title: 'Imports', visit, body: importsPage(visit, body) })
  }
}

export function showImportFile(door: Door): Handler {
  return async (context) => {
    const { page } = context.req.query()
    const import_id = context.req.param('import_id')
    const { visit, answers } = await read(door, context, [question(importFile, { import_id, page })])
    const [{ body, error }] = answers
    if (error) throw error
    return await sendPage(context, { title: body.file_name, visit, body: importFilePage(visit, body) })
  }
}
