import { typeReference } from './document.ts'
import type { TypeReference } from './document.ts'
import { Tokens } from './tokens.ts'

export interface FieldDefinition {
  type: TypeReference
  arguments: Map<string, TypeReference>
}

export interface TypeDefinition {
  kind: 'type' | 'interface' | 'enum' | 'scalar'
  fields: Map<string, FieldDefinition>
  interfaces: string[]
  constants: string[]
}

export type Schema = ReadonlyMap<string, TypeDefinition>

/** Parses the part of the schema definition language that this server uses: types, interfaces, enums and scalars. */
export function parseSchema(text: string): Schema {
  const tokens = new Tokens(text)
  const schema = new Map<string, TypeDefinition>()
  while (tokens.peek().kind !== 'end') {
    const kind = tokens.name() as TypeDefinition['kind']
    const name = tokens.name()
    const interfaces: string[] = []
    if (tokens.skip('implements')) {
      do interfaces.push(tokens.name())
      while (tokens.skip('&'))
    }
    const definition: TypeDefinition = { kind, fields: new Map(), interfaces, constants: [] }
    schema.set(name, definition)
    if (kind === 'scalar') continue
    tokens.expect('{')
    while (!tokens.skip('}')) {
      const member = tokens.name()
      if (kind === 'enum') definition.constants.push(member)
      else definition.fields.set(member, fieldDefinition(tokens))
    }
  }
  return schema
}

function fieldDefinition(tokens: Tokens): FieldDefinition {
  const args = new Map<string, TypeReference>()
  if (tokens.skip('(')) {
    while (!tokens.skip(')')) {
      const name = tokens.name()
      tokens.expect(':')
      args.set(name, typeReference(tokens))
    }
  }
  tokens.expect(':')
  return { type: typeReference(tokens), arguments: args }
}

export function isLeaf(schema: Schema, name: string): boolean {
  const kind = schema.get(name)?.kind
  return kind === 'scalar' || kind === 'enum'
}

export function isConnection(name: string): boolean {
  return name.endsWith('Connection')
}
