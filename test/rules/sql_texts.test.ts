import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Files with texts that are no sentences about a request. Each entry is a path and the reason. */
const allowed: [path: RegExp, reason: string][] = [
  [
    /(commerce\/machines|(oauth|trust|attribution)\/tables|metrics\/metric_definitions)\.sql$/,
    'rows of reference tables describe themselves',
  ],
  [
    /(shop\/countries|analytics\/platforms|feed\/(feed_file|feed_rules|shopify_rows)|changes\/feed_fields)\.sql$/,
    'names of countries, platforms and their pages, and columns of files',
  ],
  [/metrics\/summed_rows\.sql$/, 'numerator of a metric'],
  [/simulate\/shop\.sql$/, 'texts of the simulated shop'],
  [/core\/analysts\.sql$/, 'comment on the schema of an analyst'],
  [/anomalies\/detect_anomalies\.sql$/, 'names of series, which are keys of failures'],
  [/anomalies\/detect_due_days\.sql$/, 'text of the log of Postgres'],
]

const literals = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'(?:\s*\n\s*'(?:[^']|'')*')*/g
const comment = /\bcomment\s+on\s[^;]*\sis\s*$/i
const fourWords = /(?:[A-Za-z%'’-]+[,:;]? ){3,}[A-Za-z%]+/
const dynamicSql =
  /(?:^|[\s(])(?:select|insert into|update|delete from|create|grant|alter|drop|revoke|from|join|on conflict|set|as|case when|partition by|any \(|at time zone|is not null|nulls last|between)(?:\s|$)/

/** Returns the texts of four words or more that are neither comments nor dynamic SQL. */
function sentencesIn(source: string): string[] {
  return [...source.matchAll(literals)]
    .filter(
      ({ 0: literal, index }) =>
        literal.startsWith("'") && !comment.test(source.slice(Math.max(0, index - 400), index)),
    )
    .map(([literal]) => literal.replaceAll(/'\s*\n\s*'/g, '').slice(1, -1))
    .filter((text) => fourWords.test(text) && (text.endsWith('.') || !dynamicSql.test(text)))
}

describe('texts in SQL', () => {
  test('contain no sentences, which TypeScript makes of a reason and values', () => {
    const found = globSync('sql/**/*.sql', { cwd: root }).flatMap((path) =>
      sentencesIn(readFileSync(join(root, path), 'utf8')).map((text) => ({ path, text })),
    )
    expect(found.filter(({ path }) => !allowed.some(([place]) => place.test(path)))).toEqual([])
    expect(allowed.filter(([place]) => !found.some(({ path }) => place.test(path)))).toEqual([])
  })

  test('are found in formats and split literals, not in comments and dynamic SQL', () => {
    expect(
      sentencesIn(`
        comment on function a.b() is 'This text is a comment '
          'of two literals.'; -- 'This is another long comment'
        select format('By %s too, from %s.', 1, 2), 'Split into a'
          ' longer sentence here', format('select * from %I where a = 1', 'x');`),
    ).toEqual(['By %s too, from %s.', 'Split into a longer sentence here'])
  })
})
