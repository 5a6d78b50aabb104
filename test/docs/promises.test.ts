import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from '../../functions/docs/built/sources.js'

const root = join(import.meta.dirname, '..', '..')
const page = sources.promises as string
const lines = page.split('\n').filter((line) => line.startsWith('- '))

describe('what we promise', () => {
  test('names a test for every line, by file and title', () => {
    const named = lines.filter((line) => /^- \*\*.+\*\* `test\/[\w/]+\.test\.ts`: “.+”$/.test(line))
    expect(named).toEqual(lines)
    expect(lines.length).toBeGreaterThan(20)
  })

  test('names tests that are there, and are not skipped', () => {
    const missing = lines.filter((line) => {
      const [, file = '', title = ''] = /`(test\/[^`]+)`: “(.+)”$/.exec(line) ?? []
      const source = existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : ''
      const quoted = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      return !new RegExp(`\\btest(\\.each\\([^\\n]+\\))?\\(\\s*'${quoted}'`).test(source)
    })
    expect(missing).toEqual([])
  })
})
