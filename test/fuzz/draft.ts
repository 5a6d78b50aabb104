import fc from 'fast-check'
import type { Described, Parameter, Schema } from './described.ts'
import { brokenBodies, brokenSegments, hostileTextsFor, hostileValuesFor, oddHeaders } from './hostile.ts'
import { parsed, readings } from './forbidden.ts'
import { valuesOf } from './valid.ts'

/** A request before ids are resolved. fast-check can print and shrink it. */
export interface Draft {
  segments: Record<string, string>
  query: [name: string, value: string][]
  headers: Record<string, string>
  body: string | null
  credential: string | null
  /** How a lenient server may interpret the body. */
  readings: string[]
  /** Whether its path may match another operation. */
  isElsewhere: boolean
}

type Change = (draft: Draft) => Draft

/** Valid requests of an operation, and invalid ones of every kind. */
export function draftsOf(operation: Described, credentials: readonly (string | null)[]): fc.Arbitrary<Draft> {
  const right = rightDrafts(operation, credentials)
  const wrong = fc.tuple(right, fc.array(changesOf(operation), { minLength: 1, maxLength: 2 }))
  return fc.oneof(
    { weight: 2, arbitrary: right },
    { weight: 3, arbitrary: wrong.map(([draft, changes]) => changes.reduce((sum, change) => change(sum), draft)) },
  )
}

export function rightDrafts(
  { parameters, body }: Described,
  credentials: readonly (string | null)[],
): fc.Arbitrary<Draft> {
  const given = (place: Parameter['in']) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    const values = here.map((parameter) => [parameter.name, writtenValues(parameter)] as const)
    const requiredKeys = here.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true } as object) as fc.Arbitrary<
      Record<string, string>
    >
  }
  const drafts = fc.record({
    segments: given('path').map((segments) => mapValues(segments, encodeURIComponent)),
    query: given('query').map((query) => Object.entries(query)),
    headers: fc
      .tuple(given('header'), fc.constant(body ? { 'Content-Type': body.type } : {}))
      .map(([own, type]) => ({ ...type, ...mapValues(own, headerValue) })),
    body: body ? bodies(body).map((value) => written(body.type, value)) : fc.constant(null),
    credential: fc.constantFrom(...credentials),
    readings: fc.constant([]),
    isElsewhere: fc.constant(false),
  })
  return drafts.map((draft) => ({ ...draft, readings: draft.body === null ? [] : [draft.body] }))
}

function bodies({ schema, example }: { schema: Schema; example?: unknown }): fc.Arbitrary<unknown> {
  return example === undefined ? valuesOf(schema) : fc.oneof(fc.constant(example), valuesOf(schema))
}

function writtenValues({ schema, example, name, required }: Parameter): fc.Arbitrary<string> {
  // Each request has its own key; a reused key returns a stored response.
  if (name === 'Idempotency-Key') return fc.uuid()
  const values = valuesOf(schema).map((value) => {
    if (Array.isArray(value)) return value.join(',')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  })
  if (example === undefined) return values
  return fc.oneof(
    { weight: required ? 4 : 1, arbitrary: fc.constant(String(example)) },
    { weight: 1, arbitrary: values },
  )
}

function written(type: string, value: unknown): string {
  if (type.endsWith('json')) return JSON.stringify(value)
  return new URLSearchParams(
    Object.entries(value as object).map(([name, each]) => [name, String(each).toWellFormed()]),
  ).toString()
}

/** The changes that make a request of this operation invalid. */
function changesOf({ parameters, body }: Described): fc.Arbitrary<Change> {
  const schemas = [...parameters.map(({ schema }) => schema), ...(body ? [body.schema] : [])]
  const texts = hostileTextsFor(schemas)
  const named = (place: Parameter['in']) => parameters.filter((each) => each.in === place).map(({ name }) => name)
  const [query, header, path] = [named('query'), named('header'), named('path')]
  const without = (draft: Draft, name: string) => draft.query.filter(([each]) => each !== name)
  const kinds: fc.Arbitrary<Change>[] = [
    fc.constantFrom(...oddHeaders).map((odd) => (draft) => ({ ...draft, headers: { ...draft.headers, ...odd } })),
    texts.map((text) => (draft) => ({ ...draft, query: [...draft.query, [`unknown${text}`, text]] })),
  ]
  if (query.length > 0) {
    const one = fc.constantFrom(...query)
    kinds.push(
      fc
        .tuple(one, texts)
        .map(([name, text]) => (draft) => ({ ...draft, query: [...without(draft, name), [name, text]] })),
      one.map((name) => (draft) => ({ ...draft, query: without(draft, name) })),
      one.map((name) => (draft) => ({ ...draft, query: [...draft.query, [name, '1'], [name, '2']] })),
    )
  }
  if (header.length > 0) {
    const change = fc.tuple(fc.constantFrom(...header), texts.filter(isHeaderValue))
    kinds.push(change.map(([name, text]) => (draft) => ({ ...draft, headers: { ...draft.headers, [name]: text } })))
  }
  if (path.length > 0) {
    const one = fc.constantFrom(...path)
    const segment = (draft: Draft, name: string, text: string) => ({ ...draft.segments, [name]: text })
    kinds.push(
      fc
        .tuple(
          one,
          texts.filter((text) => !/^\.{0,2}$|\//.test(text)),
        )
        .map(([name, text]) => (draft) => ({
          ...draft,
          segments: segment(draft, name, encodeURIComponent(text.toWellFormed())),
        })),
      fc
        .tuple(one, fc.constantFrom(...brokenSegments))
        .map(([name, text]) => (draft) => ({ ...draft, isElsewhere: true, segments: segment(draft, name, text) })),
    )
  }
  if (body)
    kinds.push(fc.constantFrom(...brokenBodies).map((text) => (draft) => ({ ...draft, body: text, readings: [text] })))
  if (body?.type === 'application/json') {
    const change = fc.tuple(fc.nat(), fc.constantFrom('replace', 'drop', 'add'), hostileValuesFor([body.schema]), texts)
    const changes = change.map(
      ([at, kind, value, name]): Change =>
        (draft) =>
          changeBody(draft, at, kind, value, name),
    )
    kinds.push(changes, changes, changes, changes)
  }
  return fc.oneof(...kinds)
}

/** Replaces, drops or adds a value at the place with index `at` of a JSON body. */
function changeBody(draft: Draft, at: number, kind: string, value: unknown, name: string): Draft {
  const root = parsed(draft.body)
  if (root === undefined) return draft
  const places = placesOf(root, [])
  const place = places[at % places.length] as string[]
  const isDropped = kind === 'drop' && place.length > 0
  const to = kind === 'add' ? [...place, name] : place
  const write = (before: unknown, now: unknown) => JSON.stringify(put(before, to, isDropped ? undefined : now))
  const taken = draft.readings.slice(0, 8).flatMap((before) => readings(value).map((now) => write(parsed(before), now)))
  return { ...draft, body: write(root, value), readings: taken }
}

function placesOf(value: unknown, path: string[]): string[][] {
  if (value === null || typeof value !== 'object' || path.length > 20) return [path]
  return [path, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...path, name]))]
}

/** Uses entries, so that `__proto__` is an ordinary name. */
function put(root: unknown, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value
  if (Array.isArray(root))
    return root
      .map((member, index) => (String(index) === name ? put(member, rest, value) : member))
      .filter((member) => member !== undefined)
  const entries = Object.entries((root ?? {}) as object)
  const others = entries.filter(([each]) => each !== name)
  const member = put(entries.find(([each]) => each === name)?.[1], rest, value)
  return Object.fromEntries(member === undefined ? others : [...others, [name, member]])
}

function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text.length < 8000
}

/** Returns the text without characters that an HTTP client cannot send. */
function headerValue(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 7999)
}

function mapValues(values: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value.toWellFormed())]))
}
