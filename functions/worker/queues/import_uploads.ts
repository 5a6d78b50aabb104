import type { Queue } from './queue.ts'

/** Imports confirmed uploads and undoes imports, one job for each, and deletes uploads that are a day old. */
export const importUploads: Queue = {
  name: 'import_uploads',
  // A large file of one brand takes minutes, in which the file of another is imported. Files of one brand follow each other.
  atOnce: 2,
  split: async (sql) => {
    await sql`select analytics.prune_uploads()`
    const rows = await sql`select to_json(analytics.waiting_uploads()) as waiting`
    // The number of attempts distinguishes the job from that of a killed worker, which is still active.
    const undos = await sql`select to_json(analytics.waiting_undos()) as waiting`
    return [
      ...rows.map(({ waiting }) => ({
        brand_id: waiting.brand_id as string,
        type: `${waiting.upload_id}/${waiting.attempts}`,
      })),
      ...undos.map(({ waiting }) => ({ brand_id: waiting.brand_id as string, type: waiting.import_id as string })),
    ]
  },
  run: async (sql, { brand_id = '', type = '' }) => {
    if (type.startsWith('imp_')) {
      const [row] = await sql`
        select core.enter_brand(${brand_id}), analytics.undo_import(${brand_id}, ${type}) as undone`
      return { import_id: type, ...(row?.undone as object | null) }
    }
    // Imported only when a file is uploaded, because idle workers need little memory.
    const { importUpload } = await import('../imports/import_upload.ts')
    return await importUpload(sql, { brand_id, upload_id: type.split('/')[0] as string })
  },
}
