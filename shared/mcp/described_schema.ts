import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

/** A schema that is listed but not enforced: the tool parses its arguments, with errors that agents can act on. */
export function describedSchema(schema: () => Record<string, unknown>): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'vitrine',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: schema, output: schema },
    },
  }
}
