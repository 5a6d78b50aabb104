import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { judgedOf } from './judge.ts'

type Cells = [judge: string, version: string, checked: string, passed: string, failed: string]

const headings: Cells = ['Judge', 'Version', 'Checked', 'Passed', 'Failed']

/** Prints the table of `npm run judges`: one row for each judge, version and what was checked. */
export default class Table implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, { cells: [string, string, string]; passed: number; failed: number }>()
    for (const test of modules.flatMap((module) => [...module.children.allTests()])) {
      const [title, cells] = titleOf(test)
      if (!cells) continue
      const row = rows.get(title) ?? { cells, passed: 0, failed: 0 }
      rows.set(title, row)
      const { state } = test.result()
      if (state === 'passed') row.passed += 1
      else if (state !== 'skipped') row.failed += 1
    }
    const sorted = [...rows].toSorted(([one], [other]) => one.localeCompare(other)).map(([, row]) => row)
    const lines = sorted.map(({ cells, passed, failed }): Cells => {
      const isMissing = passed + failed === 0
      return [...cells, isMissing ? 'missing original' : String(passed), isMissing ? '' : String(failed)]
    })
    // A file that does not load has no tests, so that its rows are absent.
    const broken = modules.filter((module) => module.errors().length > 0)
    print([headings, ...lines])
    for (const { moduleId } of broken) console.log(`Not loaded: ${moduleId}`)
  }
}

function titleOf(test: TestCase): [title: string, cells: [string, string, string] | null] {
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent as typeof parent) {
    const cells = judgedOf(parent.name)
    if (cells) return [parent.name, cells]
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
