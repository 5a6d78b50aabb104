import type { Command } from 'commander'

/** Prints rows as a table, or as JSON with --json. */
export function printRows(command: Command, rows: readonly object[], whenEmpty: string): void {
  if (isJson(command)) console.log(JSON.stringify(rows, null, 2))
  else console.log(rows.length === 0 ? whenEmpty : table(rows))
}

/** Prints a sentence, or its facts as JSON with --json. */
export function printOutcome(command: Command, facts: object, sentence: string): void {
  console.log(isJson(command) ? JSON.stringify(facts, null, 2) : sentence)
}

export function isJson(command: Command): boolean {
  return command.optsWithGlobals<{ json?: boolean }>().json === true
}

function table(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => Object.values(row).map(cell))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value instanceof Date ? value.toISOString().slice(0, 16).replace('T', ' ') : String(value)
}
