import { ImportError } from '../../../shared/ingest/import_error.ts'
import { recognizeFile } from '../../../shared/ingest/recognize_file.ts'
import type { RecognizedFile } from '../../../shared/ingest/recognize_file.ts'

/** Returns the format of a file by its first bytes, or why no importer reads it. */
export async function recognizeBeginning(
  file: { name: string; size: number },
  beginning: Uint8Array,
): Promise<RecognizedFile | ImportError> {
  try {
    return await recognizeFile({
      ...file,
      async *read() {
        yield beginning
      },
    })
  } catch (thrown) {
    if (thrown instanceof ImportError) return thrown
    throw thrown
  }
}
