import { ImportError } from '../import_error.ts'
import { warning } from '../../sentences/warnings/stored_warning.ts'
import type { ImportRecord } from '../files/records.ts'
import { readHead } from '../files/text_file.ts'
import { recordOf } from './drafts.ts'
import { refuseBinary } from '../files/file_kind.ts'
import { readGoogleReviews } from './google/google_reviews.ts'
import { readJsonLines } from './json_lines.ts'
import { xmlRoot } from './recognize.ts'
import { requireSome, withoutRepeats } from './record_stream.ts'
import { reviewRecord } from './review_record.ts'
import type { ReviewRecord } from './review_record.ts'
import { RowError } from './row_error.ts'
import { readHeader, readTable } from './table.ts'
import type { Header } from './table.ts'
import type { FileSource } from '../files/input_file.ts'

export type ReviewFormat = 'google_reviews_xml' | 'generic_csv' | 'generic_jsonl'

export interface ReviewSource {
  format: ReviewFormat
  batches: AsyncIterable<ImportRecord<ReviewRecord>[]>
}

/** Opens a file of reviews, detected by its content, as `openProducts` does with products. */
export async function openReviews(file: FileSource): Promise<ReviewSource> {
  await refuseBinary(file)
  const { format, batches } = open(file, await readHead(file))
  return { format, batches: withoutRepeats(requireSome(batches, `reviews in the file (read as ${format})`)) }
}

function open(file: FileSource, head: string): ReviewSource {
  if (head.trimStart().startsWith('<')) {
    if (xmlRoot(head) === 'feed' && !/<entry[\s>]/.test(head)) {
      return { format: 'google_reviews_xml', batches: readGoogleReviews(file) }
    }
    throw new ImportError("The XML is not a review feed. Google's feed begins with <feed> and contains <reviews>.")
  }
  if (/^\s*[[{]/.test(head)) return { format: 'generic_jsonl', batches: readJson(file) }
  const header = readHeader(head)
  const missing = ['id', 'product_id', 'rating', 'created_at'].filter((name) => !header.columns.includes(name))
  if (missing.length > 0) {
    throw new ImportError(
      `The file lacks the column${missing.length > 1 ? 's' : ''} ${missing.join(', ')}. It has: ${header.columns.slice(0, 30).join(', ').slice(0, 1000)}.`,
    )
  }
  return { format: 'generic_csv', batches: readCsvReviews(file, header) }
}

async function* readJson(file: FileSource): AsyncGenerator<ImportRecord<ReviewRecord>[]> {
  for await (const lines of readJsonLines(file)) {
    yield lines.map(({ line, object }) =>
      recordOf(line, reviewRecord, () => {
        if (object === null) throw new RowError(warning('line_is_no_object'))
        return object
      }),
    )
  }
}

async function* readCsvReviews(file: FileSource, header: Header): AsyncGenerator<ImportRecord<ReviewRecord>[]> {
  const fields = Object.keys(reviewRecord.shape)
  for await (const rows of readTable(file, header)) {
    yield rows.map((row) =>
      recordOf(row.line, reviewRecord, () => {
        if (row.error !== null) throw new RowError(row.error)
        return Object.fromEntries(fields.map((field) => [field, row.one(field)]))
      }),
    )
  }
}
