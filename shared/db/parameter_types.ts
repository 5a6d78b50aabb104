import { Buffer } from 'node:buffer'

/**
 * Serializers of parameters whose second application changes nothing, unlike those of the driver. After a migration has changed the
 * result type of a function, Postgres refuses the prepared statements that call it. The driver then sends the query again, and
 * serializes the serialized parameters once more (porsager/postgres#1197): `true` became `false`, and a hash named no session.
 */
export const parameterTypes = {
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
  boolean: {
    to: 16,
    from: [16],
    serialize: (value: unknown) => (value === true || value === 't' ? 't' : 'f'),
    parse: (text: string) => text === 't',
  },
  bytea: {
    to: 17,
    from: [17],
    serialize: (value: Uint8Array | string) =>
      typeof value === 'string' ? value : `\\x${Buffer.from(value).toString('hex')}`,
    parse: (text: string) => Buffer.from(text.slice(2), 'hex'),
  },
}
