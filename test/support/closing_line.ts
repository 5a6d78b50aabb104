import type { Reporter, TestModule } from 'vitest/node'

/** Prints a summary as the last line of a run: '12 passed, 0 failed, 1 skipped'. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    // A file that fails to load has no tests and counts as one failure.
    const brokenFiles = modules.filter((module) => module.errors().length > 0).length
    const failed = count('failed') + count('pending') + brokenFiles + unhandledErrors.length
    const skipped = count('skipped')
    console.log(`${count('passed')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  }
}
