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
const generated = 'functions/docs/{built,examples}/**'

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
]

/** British spellings; the product is written in American English. */
const british = [
  /catalogue/gi,
  /\w*(authoris|recognis|initialis|normalis|organis|optimis|summaris|serialis|incentivis|winsoris|minimis|maximis)\w*/gi,
  /\b(behaviour|colour|favour|honour|neighbour|labour)\w*/gi,
  /\b(licence|defence|offence|centre|fulfil|fulfilment|grey|artefact|judgement|programme|whilst)s?\b/gi,
  /\b(cancelling|labelled|labelling|modelled|modelling|travelled|signalled)\b/gi,
  /\banalys(e|ed|ing)\b/gi,
]

/** Names that a specification, the wire or the database fixes. Each entry is a path, what it contains, and why. */
const allowed: [path: RegExp, text: RegExp, reason: string][] = [
  [/schema\/dispute\.ts$/, /^not_authorised$/, 'value on the wire'],
  [/storefront\/reviews\.ts$/, /^incentivised$/, 'field on the wire'],
  [/report_transaction\.ts$|decisions\/commerce\.md$/, /^fulfil$/, 'value on the wire'],
  [/console\/pages\/trust\.ts$|ingest\/README\.md$/, /^fulfilment$/, 'component of the trust score in the database'],
]

interface Hit {
  path: string
  text: string
}

/** Comments, imports and quoted test titles are not checked. */
function textOf(path: string): string {
  const whole = readFileSync(join(root, path), 'utf8')
  if (path.endsWith('.md')) return whole.replaceAll(/“[^”]*”/g, '')
  return whole
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/(?<=^|\s)\/\/ .*$/gm, '')
    .replaceAll(/^(import|export) .* from .*$/gm, '')
}

function hits(patterns: RegExp[]): Hit[] {
  return globSync(checked, { cwd: root, exclude: [generated] })
    .flatMap((path) =>
      patterns.flatMap((pattern) => [...textOf(path).matchAll(pattern)].map(([text]) => ({ path, text }))),
    )
    .filter(({ path, text }) => !allowed.some(([place, words]) => place.test(path) && words.test(text)))
}

describe('texts for users', () => {
  test('contain no riddles and no personification', () => {
    expect(hits(figures)).toEqual([])
  })

  test('are in American English', () => {
    expect(hits(british)).toEqual([])
  })
})
