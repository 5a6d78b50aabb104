import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface RaisedReason {
  path: string
  reason: string
  /** The name of the input, `x` for a name that is computed, or null. */
  field: string | null
  /** The names of the values that SQL writes as a literal. */
  values: string[]
}

/** Returns the arguments of a call, given the text after its opening parenthesis. */
function argumentsOf(source: string): string[] {
  const found = ['']
  let depth = 0
  for (const [token] of source.matchAll(/'(?:[^']|'')*'|--[^\n]*|[^]/g)) {
    if (token === ')' && depth === 0) break
    if (token === ',' && depth === 0) {
      found.push('')
      continue
    }
    depth += token === '(' ? 1 : token === ')' ? -1 : 0
    found[found.length - 1] += token
  }
  return found.map((argument) => argument.trim())
}

const textsIn = (argument: string) => [...argument.matchAll(/'([^']*)'/g)].map(([, text = '']) => text)

/** Returns the reasons of an argument: a text, or the results of a case expression. */
function reasonsOf(argument: string): string[] {
  return argument.startsWith('case')
    ? [...argument.matchAll(/(?:then|else)\s+'([^']*)'/g)].map(([, text = '']) => text)
    : textsIn(argument)
}

/** Returns all calls of platform.fail and platform.fault with their reasons. */
export function raisedReasons(): RaisedReason[] {
  const paths = globSync('sql/**/*.sql', { cwd: root }).filter(
    (path) => !/platform\/(fail|fault|fail_for)\.sql$/.test(path),
  )
  return paths.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    return [...source.matchAll(/platform\.(fail|fault)\(/g)].flatMap(({ 0: call, 1: name, index }) => {
      const given = argumentsOf(source.slice(index + call.length))
      const [reason = '', field = 'null', values = ''] = name === 'fail' ? given.slice(1) : given
      const named = field.startsWith('given =>') ? field : values
      return reasonsOf(reason).map((each) => ({
        path,
        reason: each,
        field: field === 'null' || field.startsWith('given =>') ? null : (/^'(.*)'$/.exec(field)?.[1] ?? 'x'),
        values: /^(?:given => )?\s*(?:pg_catalog\.)?jsonb?_build_object\(/.test(named)
          ? argumentsOf(named.slice(named.indexOf('(') + 1)).flatMap((text, at) => (at % 2 === 0 ? textsIn(text) : []))
          : [],
      }))
    })
  })
}
