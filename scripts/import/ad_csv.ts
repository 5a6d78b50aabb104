import { csvDialects, resolveHeader } from './ad_dialects.ts'
import type { ResolvedHeader } from './ad_dialects.ts'
import { ImportError } from './ad_fields.ts'
import type { RowSource, SourceRow } from './ad_fields.ts'
import { parseHead, readCsv } from './csv.ts'

interface FoundHeader extends ResolvedHeader {
  delimiter: string
  cells: string[]
}

/** Opens a CSV report of any known dialect; what stands before its header is passed over. */
export function openCsv(path: string, head: string, dialectName?: string): RowSource {
  const header = findHeader(head, dialectName)
  return {
    dialect: header.dialect.name,
    columns: header.columns,
    defaults: { ...header.dialect.defaults, ...(header.currency ? { currency: header.currency } : {}) },
    hasDecimalComma: header.delimiter === ';',
    batches: rowsAfter(readCsv(path, header.delimiter), header.cells),
  }
}

function findHeader(head: string, dialectName?: string): FoundHeader {
  const dialects = dialectName ? csvDialects.filter(({ name }) => name === dialectName) : csvDialects
  let nearest: { cells: string[]; complaint: string } | null = null
  for (const delimiter of [',', '\t', ';']) {
    for (const cells of parseHead(head, delimiter)) {
      for (const dialect of dialects) {
        const resolved = resolveHeader(cells, dialect)
        if (!Array.isArray(resolved)) return { ...resolved, delimiter, cells }
        if (cells.length > (nearest?.cells.length ?? 1)) nearest = { cells, complaint: '' }
      }
    }
  }
  throw new ImportError(describeMissing(nearest?.cells ?? [], dialects))
}

function describeMissing(cells: string[], dialects: typeof csvDialects): string {
  const needs = dialects.map((dialect) => {
    const missing = resolveHeader(cells, dialect)
    const names = (Array.isArray(missing) ? missing : []).map((field) => `"${dialect.columns[field]?.[0] ?? field}"`)
    return `${dialect.name} lacks ${names.join(', ')}`
  })
  return `The header is none that is known: ${needs.join('; ')}. Add the columns to the report, or import it with a mapping file.`
}

/** Rows below the header, without blank lines and without the totals that Google Ads writes at the end. */
async function* rowsAfter(batches: AsyncIterable<SourceRow[]>, header: string[]): AsyncGenerator<SourceRow[]> {
  let isBelow = false
  for await (const batch of batches) {
    const start = isBelow ? 0 : batch.findIndex((row) => isSame(row.cells, header)) + 1
    if (start === 0 && !isBelow) continue
    isBelow = true
    yield batch.slice(start).filter((row) => !isBlank(row.cells) && !row.cells[0]?.startsWith('Total: '))
  }
}

function isSame(cells: SourceRow['cells'], header: string[]): boolean {
  return cells.length === header.length && header.every((name, index) => name === cells[index])
}

function isBlank(cells: SourceRow['cells']): boolean {
  return cells.length === 1 && cells[0]?.trim() === ''
}
