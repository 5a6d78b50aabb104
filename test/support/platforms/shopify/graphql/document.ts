import { Tokens } from './tokens.ts'
import type { Place } from './tokens.ts'

export type Value =
  | { kind: 'variable'; name: string }
  | { kind: 'list'; values: Value[] }
  | { kind: 'object'; fields: Map<string, Value> }
  | { kind: 'enum'; name: string }
  | { kind: 'literal'; value: string | number | boolean | null }

export interface Field extends Place {
  kind: 'field'
  name: string
  alias: string
  arguments: Map<string, Value>
  directives: Directive[]
  selections: Selection[]
}

interface Directive {
  name: string
  arguments: Map<string, Value>
}

export type Selection =
  | Field
  | ({ kind: 'spread'; name: string; directives: Directive[] } & Place)
  | ({ kind: 'inline'; on: string | null; directives: Directive[]; selections: Selection[] } & Place)

export interface TypeReference {
  /** The name of the type without its list and its exclamation marks. */
  name: string
  isRequired: boolean
  isList: boolean
}

export interface Operation {
  kind: 'query' | 'mutation'
  name: string | null
  variables: { name: string; type: TypeReference; default: Value | null }[]
  selections: Selection[]
}

export interface Document {
  operations: Operation[]
  fragments: Map<string, { on: string; selections: Selection[] }>
}

/** Parses a GraphQL request document (GraphQL specification, section 2). Throws a SyntaxProblem. */
export function parseDocument(text: string): Document {
  const tokens = new Tokens(text)
  const document: Document = { operations: [], fragments: new Map() }
  while (tokens.peek().kind !== 'end') {
    if (tokens.is('{')) {
      document.operations.push({ kind: 'query', name: null, variables: [], selections: selections(tokens) })
    } else if (tokens.skip('fragment')) {
      const name = tokens.name()
      tokens.expect('on')
      document.fragments.set(name, { on: tokens.name(), selections: selections(tokens) })
    } else {
      document.operations.push(operation(tokens))
    }
  }
  if (document.operations.length === 0) tokens.fail('Expected an operation')
  return document
}

function operation(tokens: Tokens): Operation {
  const kind = tokens.take().text
  if (kind !== 'query' && kind !== 'mutation') return tokens.fail('Expected query or mutation')
  const name = tokens.peek().kind === 'name' ? tokens.name() : null
  const variables: Operation['variables'] = []
  if (tokens.skip('(')) {
    while (!tokens.skip(')')) {
      tokens.expect('$')
      const name = tokens.name()
      tokens.expect(':')
      const type = typeReference(tokens)
      variables.push({ name, type, default: tokens.skip('=') ? value(tokens) : null })
    }
  }
  directives(tokens)
  return { kind, name, variables, selections: selections(tokens) }
}

export function typeReference(tokens: Tokens): TypeReference {
  const isList = tokens.skip('[')
  const name = tokens.name()
  if (isList) {
    tokens.skip('!')
    tokens.expect(']')
  }
  return { name, isList, isRequired: tokens.skip('!') }
}

function selections(tokens: Tokens): Selection[] {
  tokens.expect('{')
  const found: Selection[] = []
  while (!tokens.skip('}')) found.push(selection(tokens))
  return found.length > 0 ? found : tokens.fail('Expected a field')
}

function selection(tokens: Tokens): Selection {
  const { line, column } = tokens.peek()
  if (!tokens.skip('...')) return field(tokens, { line, column })
  if (tokens.peek().kind === 'name' && !tokens.is('on')) {
    return { kind: 'spread', name: tokens.name(), directives: directives(tokens), line, column }
  }
  const on = tokens.skip('on') ? tokens.name() : null
  return { kind: 'inline', on, directives: directives(tokens), selections: selections(tokens), line, column }
}

function field(tokens: Tokens, place: Place): Field {
  const first = tokens.name()
  const name = tokens.skip(':') ? tokens.name() : first
  return {
    kind: 'field',
    name,
    alias: first,
    arguments: argumentsOf(tokens),
    directives: directives(tokens),
    selections: tokens.is('{') ? selections(tokens) : [],
    ...place,
  }
}

function argumentsOf(tokens: Tokens): Map<string, Value> {
  const found = new Map<string, Value>()
  if (!tokens.skip('(')) return found
  while (!tokens.skip(')')) {
    const name = tokens.name()
    tokens.expect(':')
    found.set(name, value(tokens))
  }
  return found
}

function directives(tokens: Tokens): Directive[] {
  const found: Directive[] = []
  while (tokens.skip('@')) found.push({ name: tokens.name(), arguments: argumentsOf(tokens) })
  return found
}

function value(tokens: Tokens): Value {
  const token = tokens.take()
  if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) }
  if (token.kind === 'string') return { kind: 'literal', value: stringOf(token.text) }
  if (token.kind === 'name') {
    const constants: Record<string, boolean | null> = { true: true, false: false, null: null }
    if (token.text in constants) return { kind: 'literal', value: constants[token.text] as boolean | null }
    return { kind: 'enum', name: token.text }
  }
  if (token.text === '$') return { kind: 'variable', name: tokens.name() }
  if (token.text === '[') {
    const values: Value[] = []
    while (!tokens.skip(']')) values.push(value(tokens))
    return { kind: 'list', values }
  }
  if (token.text !== '{') return tokens.fail('Expected a value', token)
  const fields = new Map<string, Value>()
  while (!tokens.skip('}')) {
    const name = tokens.name()
    tokens.expect(':')
    fields.set(name, value(tokens))
  }
  return { kind: 'object', fields }
}

function stringOf(text: string): string {
  if (text.startsWith('"""')) return text.slice(3, -3).trim()
  return JSON.parse(text) as string
}
