import Papa from 'papaparse'
import { Readable } from 'node:stream'
import { ImportError } from './ad_fields.ts'
import type { SourceRow } from './ad_fields.ts'
import { readText } from './text_file.ts'

/** The records of a CSV text that is at hand whole, such as the beginning of a file. */
export function parseHead(head: string, delimiter: string): string[][] {
  return Papa.parse<string[]>(head, { delimiter, preview: 30 }).data
}

/** The rows of a CSV file with the lines they stand on, in batches; it reads no faster than it is consumed. */
export async function* readCsv(path: string, delimiter: string): AsyncGenerator<SourceRow[]> {
  const batches = channel<SourceRow[]>()
  let line = 1
  Papa.parse<string[]>(Readable.from(readText(path), { objectMode: false, encoding: 'utf8' }) as never, {
    delimiter,
    chunk: (results, parser) => {
      const unclosed = results.errors.find((error) => error.code === 'MissingQuotes')
      if (unclosed) {
        batches.fail(new ImportError('The file ends inside a quoted value: it is cut short. Export it again.'))
        return parser.abort()
      }
      parser.pause()
      const rows = results.data.map((cells) => {
        const row = { line, cells }
        line += 1 + lineBreaks(cells)
        return row
      })
      void batches.push(rows).then(() => parser.resume())
    },
    complete: () => batches.end(),
    error: (error) => batches.fail(error),
  })
  yield* batches.items
}

function lineBreaks(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++
  }
  return count
}

/** Hands items from callbacks to a `for await`; `push` resolves when the item has been taken. */
function channel<Item>() {
  type Event = { item: Item; taken: () => void } | { error: unknown } | 'end'
  const queue: Event[] = []
  let wake: (() => void) | undefined
  const put = (event: Event) => {
    queue.push(event)
    wake?.()
  }
  return {
    push: (item: Item) => new Promise<void>((taken) => put({ item, taken })),
    fail: (error: unknown) => put({ error }),
    end: () => put('end'),
    items: (async function* () {
      for (;;) {
        const event = queue.shift()
        if (event === undefined) await new Promise<void>((woken) => (wake = woken))
        else if (event === 'end') return
        else if ('error' in event) throw event.error
        else {
          yield event.item
          event.taken()
        }
      }
    })(),
  }
}
