import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { judgedOf } from './judge.ts'
import type { Skipped } from './judge.ts'

type Cells = [judge: string, version: string, checked: string, passed: string, failed: string]

const headings: Cells = ['Judge', 'Version', 'Checked', 'Passed', 'Failed']

interface Row {
  cells: [string, string, string]
  skipped: Skipped | null
  passed: number
  failed: number
}

/**
 * Prints the table of `npm run judges`: one row for each judge, version and what was checked. The reasons of rows that are skipped
 * follow it.
 */
export default class Table implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, Row>()
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const [title, judged] = titleOf(test)
      if (!judged) continue
      const [judge, version, checks, skipped] = judged
      const row = rows.get(title) ?? { cells: [judge, version, checks], skipped, passed: 0, failed: 0 }
      rows.set(title, row)
      const { state } = test.result()
      if (state === 'passed') row.passed += 1
      else if (state !== 'skipped') row.failed += 1
    }
    const sorted = [...rows].toSorted(([one], [other]) => one.localeCompare(other)).map(([, row]) => row)
    const lines = sorted.map(({ cells, skipped, passed, failed }): Cells => {
      const isSkipped = passed + failed === 0
      return [...cells, isSkipped ? (skipped?.state ?? 'skipped') : String(passed), isSkipped ? '' : String(failed)]
    })
    // A file that does not load has no tests, so that its rows are absent.
    const broken = modules.filter((module) => module.errors().length > 0)
    print([headings, ...lines])
    for (const { cells, skipped } of sorted) {
      if (skipped) console.log(`${skipped.state}: ${cells[0]}, ${cells[2]}, because ${skipped.reason}.`)
    }
    for (const { moduleId } of broken) console.log(`Not loaded: ${moduleId}`)
  }
}

function titleOf(test: TestCase): [title: string, judged: ReturnType<typeof judgedOf>] {
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent as typeof parent) {
    const judged = judgedOf(parent.name)
    if (judged) return [parent.name, judged]
  }
  return ['', null]
}

function print(rows: Cells[]): void {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)))
  for (const [index, row] of rows.entries()) {
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column] as number)).join(' | ')} |`)
    if (index === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  }
}
