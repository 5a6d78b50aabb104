import type { ReadStream } from 'node:fs'
import { statSync } from 'node:fs'

export interface ImportProgress {
  rows: number
  seconds: number
  /** The fraction of the file's bytes that was read, from 0 to 1. */
  fraction: number
}

export type OnProgress = (progress: ImportProgress) => void

/** The imports in progress, by the path of their file. The reader of a file registers its stream here. */
const watched = new Map<string, FileProgress>()

/** Reports the progress of an import to a listener. Call `stop` when the file is read or the import fails. */
export class FileProgress {
  readonly #path: string
  readonly #onProgress: OnProgress | undefined
  readonly #startedAt = performance.now()
  readonly #bytes: number
  #stream: ReadStream | undefined

  constructor(path: string, onProgress: OnProgress | undefined) {
    this.#path = path
    this.#onProgress = onProgress
    this.#bytes = statSync(path).size
    watched.set(path, this)
  }

  /** Reports the rows read so far. */
  report(rows: number): void {
    const fraction = this.#bytes === 0 ? 1 : Math.min(1, (this.#stream?.bytesRead ?? 0) / this.#bytes)
    this.#onProgress?.({ rows, seconds: (performance.now() - this.#startedAt) / 1000, fraction })
  }

  stop(): void {
    if (watched.get(this.#path) === this) watched.delete(this.#path)
  }

  follow(stream: ReadStream): void {
    this.#stream = stream
  }
}

/** Registers the stream of a file. Its reader calls this on opening. */
export function reportOpened(path: string, stream: ReadStream): void {
  watched.get(path)?.follow(stream)
}

/** Yields the batches of a file and reports the rows of each batch after its consumer is done with it. */
export async function* withProgress<Row>(
  batches: AsyncIterable<Row[]>,
  { path, onProgress }: { path: string; onProgress?: OnProgress | undefined },
): AsyncGenerator<Row[]> {
  const progress = new FileProgress(path, onProgress)
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
