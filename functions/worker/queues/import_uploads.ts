import type { Queue } from './queue.ts'

/** Imports confirmed uploads, one job for each, and deletes uploads that are a day old. */
export const importUploads: Queue = {
  name: 'import_uploads',
  split: async (sql) => {
    await sql`select analytics.prune_uploads()`
    const rows = await sql`select to_json(analytics.waiting_uploads()) as waiting`
    // The number of attempts distinguishes the job from that of a killed worker, which is still active.
    return rows.map(({ waiting }) => ({
      brand_id: waiting.brand_id as string,
      type: `${waiting.upload_id}/${waiting.attempts}`,
    }))
  },
  run: async (sql, { brand_id = '', type = '' }) => {
    // Imported only when a file is uploaded, because idle workers need little memory.
    const { importUpload } = await import('../imports/import_upload.ts')
    return await importUpload(sql, { brand_id, upload_id: type.split('/')[0] as string })
  },
}
