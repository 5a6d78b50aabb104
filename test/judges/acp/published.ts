import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { acpVersion } from '../../support/acp_requests.ts'
import type { Answer } from '../../support/shops.ts'

type Row = Record<string, unknown>

const folder = join(import.meta.dirname, '../../../../shared/protocols/acp')
const spec = join(folder, 'spec', acpVersion)

export const missing = existsSync(spec) ? null : `../shared/protocols/acp/spec/${acpVersion} is absent`

/** Returns the examples of a file of the original repository. */
export function examplesOf(path: string): Row {
  return JSON.parse(readFileSync(join(folder, 'examples', acpVersion, path), 'utf8')) as Row
}

export type Definition = 'CheckoutSession' | 'Error' | 'DiscoveryResponse' | 'Order'

export interface Published {
  /** Returns the errors of a body against a definition of the published JSON Schema. */
  faults: (definition: Definition, body: unknown) => string[]
  /** Returns the errors of a response against the JSON Schema and the OpenAPI document: a session, or an error from 400 on. */
  answerFaults: (answer: Answer) => string[]
}

/** Compiles the published schemas, unmodified and with formats. */
export function published(): Published {
  // The schemas have keywords of their own, such as example, which strict mode refuses.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const read = (path: string) => readFileSync(join(spec, path), 'utf8')
  const schema = JSON.parse(read('json-schema/schema.agentic_checkout.json')) as { $id: string }
  ajv.addSchema(schema)
  ajv.addSchema(parseYaml(read('openapi/openapi.agentic_checkout.yaml')) as Row, 'openapi:')
  const faultsAt = (address: string, body: unknown) => {
    const validate = ajv.getSchema(address)
    if (!validate) throw new Error(`There is no schema ${address}.`)
    void validate(body)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  const faults = (definition: Definition, body: unknown) => faultsAt(`${schema.$id}#/$defs/${definition}`, body)
  return {
    faults,
    answerFaults: ({ status, body }) => {
      const definition = status < 400 ? 'CheckoutSession' : 'Error'
      // The Error of the OpenAPI document lacks supported_versions, which the RFC and the JSON Schema have.
      const { supported_versions: _, ...described } = (body ?? {}) as Row
      return [...faults(definition, body), ...faultsAt(`openapi:#/components/schemas/${definition}`, described)]
    },
  }
}
