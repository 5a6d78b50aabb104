import { randomUUID } from 'node:crypto'
import type { Database } from '../../../shared/db/pool.ts'
import type { FileKind } from '../../../shared/ingest/file_kinds.ts'
import type { InputFile } from '../../../shared/ingest/files/input_file.ts'
import { importFile } from '../../../shared/ingest/import_file.ts'
import type { FileOptions } from '../../../shared/ingest/import_file.ts'
import { ImportError } from '../../../shared/ingest/import_error.ts'
import { page } from '../../../shared/sentences/page_audience.ts'
import { leaseSeconds, whileLeased } from '../sources/leases.ts'

/** A confirmed upload, as `analytics.claim_upload` returns it. */
interface ClaimedUpload {
  file_name: string
  bytes: number
  chunks: number
  kind: FileKind
  options: FileOptions
}

/** A compressed file may contain this many times the bytes of the largest file. */
const textBytesMax = 1_000_000_000

/**
 * Imports an uploaded file with the importers of the command line. The import and the end of the upload are one transaction,
 * so that a killed worker leaves either both or none. A file that cannot be imported is recorded with its reason.
 */
export async function importUpload(
  sql: Database,
  { brand_id, upload_id }: { brand_id: string; upload_id: string },
): Promise<Record<string, unknown>> {
  const lease = randomUUID()
  const [row] = await sql`
    select core.enter_brand(${brand_id}), analytics.claim_upload(${brand_id}, ${upload_id}, ${lease}, ${leaseSeconds}) as claimed`
  const claimed = row?.claimed as ClaimedUpload | null
  if (claimed === null) return { upload_id, is_busy: true }
  let read = { rows: 0, fraction: 0 }
  const keep = () => sql`
    select
      core.enter_brand(${brand_id}),
      analytics.keep_upload(${brand_id}, ${upload_id}, ${lease}, ${leaseSeconds}, ${read.rows}, ${read.fraction})`
  try {
    const report = await whileLeased(keep, () =>
      importFile(sql, claimed.kind, claimed.options, {
        brand: brand_id,
        audience: page,
        file: storedFile(sql, { brand_id, upload_id }, claimed),
        onProgress: (progress) => {
          read = progress
        },
        finish: async (transaction, importId) => {
          await transaction`select analytics.finish_upload(${brand_id}, ${upload_id}, ${lease}, ${importId})`
          // The results of the night are outdated, and a new brand has none.
          if (claimed.kind !== 'ads') return
          await transaction`select core.make_due(${brand_id}, 'anomalies'), core.make_due(${brand_id}, 'forecasts')`
        },
      }),
    )
    return { upload_id, import_id: report.import_id, rows: report.rows_accepted }
  } catch (thrown) {
    if (!(thrown instanceof ImportError)) throw thrown
    await sql`
      select
        core.enter_brand(${brand_id}),
        analytics.fail_upload(
          ${brand_id}, ${upload_id}, ${lease}, ${thrown.message}, ${sql.json((thrown.rejections ?? []) as never)}
        )`
    return { upload_id, refused: true }
  }
}

/** The bytes of an upload in the database. The worker has no access to files. */
function storedFile(
  sql: Database,
  { brand_id, upload_id }: { brand_id: string; upload_id: string },
  { file_name, bytes, chunks }: ClaimedUpload,
): InputFile {
  const chunk = async (position: number) => {
    const [row] = await sql`
      select core.enter_brand(${brand_id}), analytics.upload_chunk(${brand_id}, ${upload_id}, ${position}) as bytes`
    const found = row?.bytes as Uint8Array | null
    if (!found) throw new ImportError('The uploaded file was deleted. Upload it again.')
    return found
  }
  return {
    name: file_name,
    size: bytes,
    textBytesMax,
    async *read() {
      for (let position = 0; position < chunks; position++) yield await chunk(position)
    },
  }
}
