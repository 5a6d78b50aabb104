import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../shared/operation.ts'
import { addresses } from '../../shared/sentences/addresses.ts'
import type { NamedOperation } from '../../shared/sentences/addresses.ts'
import { sentences } from '../../shared/sentences/sentence.ts'
import { statementSentences } from '../../shared/sentences/statements/statement.ts'
import { warningSentences } from '../../shared/sentences/warnings/warning.ts'
import { attentionReasons } from '../../shared/sources/attention.ts'
import { tools } from '../../shared/tools.ts'
import { mirrorOperation } from '../../shared/tools/mirror.ts'
import type { Tool } from '../../shared/tools/tool.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The SQL functions that take a reason, with what precedes it in their calls, and the sentences of the reasons. */
const functions = [
  {
    name: 'platform.fail and oauth.refusal and platform.fault',
    before: /(?:(?:platform\.fail|oauth\.refusal)\(\s*'(?:[A-Z]{5}|[a-z_]+)',|platform\.fault\()\s*/,
    known: sentences,
  },
  {
    name: 'platform.warning',
    before: /platform\.warning\(\s*/,
    known: warningSentences,
    inTypeScript: /\bwarning\(\s*'([a-z_]+)'/g,
  },
  { name: 'platform.statement', before: /platform\.statement\(\s*/, known: statementSentences },
]

/** Reasons that TypeScript raises, because SQL cannot parse URLs, resolve host names and ask platforms. */
const codeReasons = [
  ...attentionReasons,
  'version_ends',
  'is_not_a_url',
  'is_not_https',
  'is_no_incoming_webhook',
  'has_another_port',
  'contains_a_user',
  'is_not_public',
]

/** Reasons that only `shared/db/call.ts` reads. It answers them with the 429 and the 503 of `shared/errors/api_error.ts`. */
const gateReasons = ['the_quota_is_used_up', 'must_be_positive', 'this_server_is_no_replica', 'names_no_operation']

const files = globSync('sql/**/*.sql', { cwd: root }).filter(
  (path) => !/\/(fail|fault|warning|statement|refusal)\.sql$/.test(path),
)

/** The reasons in a file: a text, or the texts of a case expression. */
function reasonsIn(path: string, before: RegExp): string[] {
  return [...read(path).matchAll(new RegExp(`${before.source}((?:case\\b.*?\\bend)|'[^']*')`, 'gs'))].flatMap(
    ([, argument = '']) =>
      argument.startsWith('case')
        ? [...argument.matchAll(/(?:then|else)\s+'([^']*)'/g)].map((match) => match[1] as string)
        : [argument.slice(1, -1)],
  )
}

describe.each(functions)('reasons of $name', ({ name, before, known, inTypeScript }) => {
  const sources = globSync(inTypeScript ? '{shared,functions}/**/*.ts' : [], { cwd: root })
  const reasons = [
    ...files.flatMap((path) => reasonsIn(path, before)),
    ...sources.flatMap((path) => [...read(path).matchAll(inTypeScript as RegExp)].map(([, reason = '']) => reason)),
  ]

  test('are all found by this test', () => {
    const calls = files.flatMap((path) => name.split(' and ').flatMap((each) => read(path).split(`${each}(`).slice(1)))
    const found = files.flatMap((path) => read(path).match(new RegExp(`${before.source}(?:case\\b|')`, 'g')) ?? [])
    expect(found.length).toBe(calls.length)
  })

  test('are in snake_case and have a sentence', () => {
    expect(reasons.filter((reason) => !/^[a-z][a-z0-9_]*$/.test(reason))).toEqual([])
    expect(reasons.filter((reason) => !(reason in known) && !gateReasons.includes(reason))).toEqual([])
  })

  test('exist for every sentence', () => {
    const raised = [...reasons, ...codeReasons].filter((reason) => !gateReasons.includes(reason))
    expect(Object.keys(known).filter((reason) => !raised.includes(reason))).toEqual([])
  })
})

describe('sentences', () => {
  test('are written once for each reason', () => {
    const keys = globSync('shared/sentences/**/*.ts', { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/^ {2}([a-z][a-z0-9_]+): \(/gm)].map((match) => match[1] as string),
    )
    const isReason = (key: string) => functions.some(({ known }) => key in known)
    expect(keys.filter((key, index) => isReason(key) && keys.indexOf(key) !== index)).toEqual([])
  })

  test('are never matched by the text of a message', () => {
    const sources = globSync('{functions,shared,cli}/**/*.ts', { cwd: root })
    const decision =
      /\b(?:error|thrown|cause|outcome\.error)?\.?message\??\.(?:startsWith|endsWith|includes|match|replaceAll|replace)\(/
    expect(sources.filter((path) => decision.test(read(path)))).toEqual([])
  })

  test('are predicates of the input, or have a subject of their own', () => {
    const starts = globSync('shared/sentences/*.ts', { cwd: root }).flatMap((path) =>
      [...read(path).matchAll(/^ {2}[a-z][a-z0-9_]+: \([^\n]*=>\s*['"`](\S+)/gm)].map((match) => match[1] as string),
    )
    expect(starts.length).toBeGreaterThan(100)
    expect(starts.filter((start) => !/^([A-Z"]|(must|is|has|are|cannot|was|equals)$)/.test(start))).toEqual([])
  })

  test('of schemas are predicates, which the name of a field precedes', () => {
    const schemas = globSync('shared/{schema,operations,http/input,tools}/**/*.ts', { cwd: root })
    const method = /\b(?:min|max|refine|regex|array|record|union|string|boolean|number|int)\(\s*(?:[^\n]*?,\s*)?/
    const before = new RegExp(`(?:\\berror: |const message = |return |${method.source})`)
    const message = new RegExp(`${before.source}['"\`]([a-z][^'"\`\\n]*\\.)['"\`]`, 'g')
    const messages = schemas.flatMap((path) => [...read(path).matchAll(message)].map(([, text = '']) => text))
    expect(messages).toEqual(
      expect.arrayContaining([
        'must not contain control characters.',
        'must be lower-case metric names, for example spend,roas.',
        'must be the next_cursor of an answer.',
        'must be a list of words.',
        'must be true or false.',
        'must have at least one id.',
      ]),
    )
    expect(messages.filter((text) => !/^(must|is|has|does|contains) /.test(text))).toEqual([])
  })
})

const isOperation = (found: unknown): found is Operation => 'path' in (found as object)

describe('operations that sentences refer to', () => {
  test('match the paths of their declarations', async () => {
    const declared = await Promise.all(
      Object.keys(addresses).map(async (name) => {
        const module = (await import(
          /* @vite-ignore */ join(root, 'shared', 'operations', `${name.replace('.', '/')}.ts`)
        )) as Record<string, unknown>
        const found = Object.values(module).find((value) => (value as { name?: string } | null)?.name === name)
        const { method, path } = isOperation(found)
          ? found
          : mirrorOperation(tools.find(({ operation }) => operation === found) as Tool)
        return [name, `${method.toUpperCase()} ${path}`] as const
      }),
    )
    const differing = declared.filter(([name, address]) => address !== addresses[name as NamedOperation])
    expect(differing).toEqual([])
  })
})
