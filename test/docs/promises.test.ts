import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from '../../functions/docs/built/sources.js'
import { declaredTests } from '../support/declared_tests.ts'

const root = join(import.meta.dirname, '..', '..')
const page = sources.promises as string
const lines = page.split('\n').filter((line) => line.startsWith('- '))

/** Returns the tests that a line names, with their declarations. */
function testsOf(line: string) {
  return [...line.matchAll(/`(test\/[^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => {
    const path = join(root, file)
    const declared = existsSync(path) ? declaredTests(path).filter((each) => each.title === title) : []
    return { file, title, declared }
  })
}

describe('functions/docs/promises.md', () => {
  test('names a file and a test title on every line', () => {
    const named = '`test/[\\w/]+\\.test\\.ts`: “[^”]+”'
    const whole = new RegExp(`^- \\*\\*.+\\*\\* ${named}(; ${named})*( \\(where there is .+\\))?$`)
    expect(lines.filter((line) => !whole.test(line))).toEqual([])
    expect(lines.length).toBeGreaterThan(20)
  })

  test('names existing tests, each declared once', () => {
    const missing = lines.flatMap(testsOf).filter(({ declared }) => declared.length !== 1)
    expect(missing).toEqual([])
  })

  test('marks every line whose test can be skipped, and no other', () => {
    const missing = lines.filter((line) => {
      const isConditional = testsOf(line).some(({ declared }) => declared.some(({ skippedBy }) => skippedBy.length > 0))
      return isConditional !== line.endsWith(')')
    })
    expect(missing).toEqual([])
  })
})
