import { inputFile } from './input_file.ts'
import type { FileSource } from './input_file.ts'

export interface ImportProgress {
  rows: number
  seconds: number
  /** The fraction of the file's bytes that was read, from 0 to 1. */
  fraction: number
}

export type OnProgress = (progress: ImportProgress) => void

/** The imports in progress, by their file. The reader of a file reports its bytes here. */
const watched = new Map<FileSource, FileProgress>()

/** Reports the progress of an import to a listener. Call `stop` when the file is read or the import fails. */
export class FileProgress {
  readonly #file: FileSource
  readonly #onProgress: OnProgress | undefined
  readonly #startedAt = performance.now()
  readonly #bytes: number
  #bytesRead = 0

  constructor(file: FileSource, onProgress: OnProgress | undefined) {
    this.#file = file
    this.#onProgress = onProgress
    this.#bytes = inputFile(file).size
    watched.set(file, this)
  }

  /** Reports the rows read so far. */
  report(rows: number): void {
    const fraction = this.#bytes === 0 ? 1 : Math.min(1, this.#bytesRead / this.#bytes)
    this.#onProgress?.({ rows, seconds: (performance.now() - this.#startedAt) / 1000, fraction })
  }

  stop(): void {
    if (watched.get(this.#file) === this) watched.delete(this.#file)
  }

  follow(bytesRead: number): void {
    this.#bytesRead = bytesRead
  }
}

/** Reports the bytes of a file that were read. Its reader calls this. */
export function reportRead(file: FileSource, bytesRead: number): void {
  watched.get(file)?.follow(bytesRead)
}

/** Yields the batches of a file and reports the rows of each batch after its consumer is done with it. */
export async function* withProgress<Row>(
  batches: AsyncIterable<Row[]>,
  { file, onProgress }: { file: FileSource; onProgress?: OnProgress | undefined },
): AsyncGenerator<Row[]> {
  const progress = new FileProgress(file, onProgress)
  let rows = 0
  try {
    for await (const batch of batches) {
      yield batch
      rows += batch.length
      progress.report(rows)
    }
  } finally {
    progress.stop()
  }
}
