import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judge } from '../judge.ts'
import { mustSentences } from './sentences.ts'
import type { Sentence } from './sentences.ts'

/**
 * A sentence with MUST and the tests that check it, or why it does not apply to this business, or that it is not met or not tested.
 * Sentences of the original are quoted only here.
 */
type Clause = Sentence &
  ({ tests: [file: string, title: string][] } | { reason: string } | { gap: `Not ${'met' | 'tested'}${string}` })

const root = join(import.meta.dirname, '..', '..', '..')
const clausesOf = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as Record<string, Clause[]>
const texts = [
  {
    judge: 'UCP clauses',
    version: '2026-04-08',
    folder: 'ucp-2026-04-08/docs/specification',
    documents: clausesOf('ucp'),
  },
  { judge: 'ACP clauses', version: '2026-04-17', folder: 'acp/rfcs', documents: clausesOf('acp') },
]

for (const { judge: name, version, folder, documents } of texts) {
  for (const [path, clauses] of Object.entries(documents)) {
    const original = join(root, '..', 'shared', 'protocols', folder, path)
    const missing = existsSync(original) ? null : `../shared/protocols/${folder}/${path} is absent`
    const tested = clauses.filter((clause) => 'tests' in clause).length
    const open = clauses.filter((clause) => 'gap' in clause).length
    const checks = `${path}: ${tested} tested, ${open} open, ${clauses.length - tested - open} not applicable`
    judge({ judge: name, version, checks, missing }, () => {
      test('every sentence with MUST is in the list, as it is in the text', () => {
        const listed = clauses.map(({ heading, text }) => ({ heading, text }))
        expect(listed).toEqual(mustSentences(readFileSync(original, 'utf8')))
      })
    })
  }
}

// What the rows above leave out.
const untraced = [
  {
    judge: 'UCP clauses',
    version: '2026-04-08',
    checks: 'documents of embedded checkouts, A2A, payment handlers, AP2, identity linking and consent',
    untraced: 'they are not served, and their sentences are not listed',
  },
  {
    judge: 'UCP clauses',
    version: '2026-08-22 (draft)',
    checks: 'all documents',
    untraced: 'the text is a draft, and its sentences are not listed',
  },
  {
    judge: 'ACP clauses',
    version: '2026-04-17',
    checks: 'other RFCs, such as capability negotiation, carts, orders and feeds',
    untraced: 'their sentences are not listed',
  },
]
for (const row of untraced) {
  judge(row, () => {
    test.todo('lists every sentence with MUST')
  })
}

const all = texts.flatMap(({ documents }) => Object.values(documents).flat())

describe('clauses', () => {
  test('name tests that exist', () => {
    const named = all.flatMap((clause) => ('tests' in clause ? clause.tests : []))
    const absent = named.filter(([file, title]) => !titlesOf(file).includes(title))
    expect(absent).toEqual([])
    expect(named.length).toBeGreaterThan(100)
  })

  test('have one of tests, reason and gap', () => {
    for (const clause of all) {
      const kinds = ['tests', 'reason', 'gap'].filter((kind) => kind in clause)
      expect([clause.text, kinds.length]).toEqual([clause.text, 1])
      if ('tests' in clause) expect([clause.text, clause.tests.length > 0]).toEqual([clause.text, true])
      if ('gap' in clause) expect(clause.gap).toMatch(/^Not (met|tested)/)
    }
  })
})

const known = new Map<string, string[]>()
/** The title in `test('title', ...)` and `test.each(...)('title', ...)`. A skipped or planned test has another form. */
const title = /(?:\btest|\))\(\s*(['`])((?:(?!\1).)+)\1,/g

/** Returns the titles of the tests of a file. */
function titlesOf(file: string): string[] {
  const titles =
    known.get(file) ?? [...readFileSync(join(root, file), 'utf8').matchAll(title)].map(([, , found = '']) => found)
  known.set(file, titles)
  return titles
}

describe('sentences with MUST', () => {
  test('are found in paragraphs, lists, rows and after a colon, and not in code', () => {
    const markdown = [
      '# One',
      'A platform sends it. The business **MUST** keep',
      'it. It MAY go.',
      '* An item.',
      '* A second item MUST do.',
      '',
      'It MUST:',
      '',
      '1. Store it.',
      '```',
      'code MUST not count',
      '```',
      '2. Return it.',
      '',
      'The end.',
      '| Row | **MUST** |',
    ].join('\n')
    expect(mustSentences(markdown)).toEqual(
      [
        'The business **MUST** keep it.',
        'A second item MUST do.',
        'It MUST:',
        'Store it.',
        'Return it.',
        '| Row | **MUST** |',
      ].map((text) => ({ heading: 'One', text })),
    )
  })
})
