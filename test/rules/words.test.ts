import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** The texts that follow the style of CONTRIBUTING.md. Add a folder here when its texts are rewritten. */
const checked = [
  '*.md',
  'docs/**/*.md',
  '{client,demo,sql,shared/ingest}/*.md',
  'shared/operations/**/*.ts',
  'shared/schema/**/*.ts',
  'shared/sentences/**/*.ts',
  'shared/tools/**/*.ts',
  'shared/tools.ts',
  'functions/docs/**/*.{md,ts}',
  'functions/console/pages/*.ts',
  'functions/console/{charts,parts}/*.ts',
  'functions/oauth/pages/*.ts',
  'functions/mcp/**/{instructions,prompts,resources}.ts',
]
/** Files whose names and comments follow it too. */
const checkedWithNames = [
  '{test,bench}/**/*.ts',
  'sql/**/*.sql',
  'functions/storefront/**/*.ts',
  'shared/{storefront,http}/**/*.ts',
]
const generated = ['functions/docs/{built,examples}/**', 'client/schema.d.ts']

/** Riddles, personification and words that have a standard term. */
const figures = [
  /\b(whoever|whosever|whomever|nobody|somebody|anybody|everybody)\b/gi,
  /\btold\b/gi,
  /\bstands? (for|in|beside|at|below|behind|there)\b/gi,
  /\bdoors?\b/gi,
  /\btwins?\b/gi,
  /\bis said\b|\bare said\b/gi,
  /\bin (its|their) turn\b/gi,
  /\bwent out of its way\b/gi,
  /\b(lets? in|lets? through|shows? out)\b/gi,
  /\bwhat (is due|came in|becomes? of|became of|goes with)\b/gi,
  /\bfor want of\b/gi,
  /\bfor ever\b|\bfor good\b/gi,
  // "its own domain"; "These members are ignored and not stored".
  /\bthe own \w+/gi,
  /\bNeither used nor stored\b/g,
]

/** Riddles in names. */
const names = [/\bcrowd(s|ed)?\b/gi, /\b(im)?patien(ce|tly)\b/gi, /\bstand in\b/gi]

/** British spellings; the product is written in American English, on the wire and in names too. */
const british = [
  /catalogue/gi,
  /\w*(authoris|recognis|initialis|normalis|organis|optimis|summaris|serialis|incentivis|winsoris|minimis|maximis)\w*/gi,
  /\w*(utilis|tokenis|prioritis|synchronis|categoris|customis|standardis|localis|finalis|generalis|materialis)\w*/gi,
  /\w*(behaviour|colour|favour|honour|neighbour|labour|flavour)\w*/gi,
  /\w*(licence|defence|offence|centre|fulfilment|artefact|judgement|whilst|towards|misspelt|litre)s?/gi,
  /\bfulfil(?!l)\w*|\b(grey|programmes?)\b/gi,
  /\w*(cancelled|cancelling|labelled(?!by)|labelling|modelled|modelling|travelled|signalled|signalling)\w*/gi,
  /\banalys(e|ed|ing)\b/gi,
]

/** Texts in which British spellings are searched, with comments and names. */
const written = ['*.md', '{functions,shared,cli,test,bench,sql,client,docs,demo}/**/*.{ts,sql,md}']

/** Words that shops, analysts or an operating system write. Each entry is a path, what it contains, and why. */
const allowed: [path: RegExp, text: RegExp, reason: string][] = [
  [/rules\/words\.test\.ts$/, /./, 'lists the words'],
  [/(feed_values|cards)\.sql$/, /^colour$/, 'attribute of a product as shops name it'],
  [/search_words\.test\.ts$/, /^door$/, 'text of a product'],
  [/pgbouncer\.ts$/, /^nobody$/, 'user of the operating system'],
  [/shopify/, /^[Cc]ancelled(At|_at)?$/, 'names of the Admin API and of the exports of Shopify'],
  [/ingest\/README\.md$/, /^Cancelled$/, 'column of an export of Shopify'],
  [/search\/words\.sql$/, /^door$/, 'part of compound words'],
  [/search\/product_facts\.sql$/, /^grey$/, 'color in a query'],
]

interface Hit {
  path: string
  text: string
}

/** Returns the file without comments, imports and quoted test titles. */
function textOf(path: string): string {
  const whole = readFileSync(join(root, path), 'utf8')
  if (path.endsWith('.md')) return whole.replaceAll(/“[^”]*”/g, '')
  return whole
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/(?<=^|\s)\/\/ .*$/gm, '')
    .replaceAll(/^(import|export) .* from .*$/gm, '')
}

/** Returns the path and the whole file with the words of identifiers separated: `isTold` and `is_told` become `is Told`, `is told`. */
function namesOf(path: string): string {
  const whole = `${path}\n${readFileSync(join(root, path), 'utf8')}`
  return whole.replaceAll(/(?<=[a-z])(?=[A-Z])|_/g, ' ')
}

function hits(patterns: RegExp[], texts: Map<string, string>): Hit[] {
  return [...texts]
    .flatMap(([path, content]) =>
      patterns.flatMap((pattern) => [...content.matchAll(pattern)].map(([text]) => ({ path, text }))),
    )
    .filter(({ path, text }) => !allowed.some(([place, words]) => place.test(path) && words.test(text)))
}

function readAll(paths: string[], read: (path: string) => string): Map<string, string> {
  return new Map(globSync(paths, { cwd: root, exclude: generated }).map((path) => [path, read(path)]))
}

describe('texts for users', () => {
  test('contain no riddles and no personification', () => {
    expect(hits(figures, readAll(checked, textOf))).toEqual([])
  })
})

describe('names and comments', () => {
  test('of SQL, tests and benchmarks contain no riddles and no personification', () => {
    expect(hits([...figures, ...names], readAll(checkedWithNames, namesOf))).toEqual([])
  })

  test('are in American English', () => {
    expect(
      hits(
        british,
        readAll(written, (path) => readFileSync(join(root, path), 'utf8')),
      ),
    ).toEqual([])
  })
})
