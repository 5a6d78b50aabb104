import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ucpDrafts, ucpVersions } from '../../../shared/schema/storefront/ucp.ts'
import type { UcpVersion } from '../../../shared/schema/storefront/ucp.ts'

type Row = Record<string, unknown>

const origin = 'https://ucp.dev'
const description = 'services/shopping/mcp.openrpc.json'

const folderOf = (version: UcpVersion) =>
  join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'protocols', `ucp-${version}`, 'source')

/** The REST binding of the catalog. The draft moved it. */
const bindings = { '2026-04-08': 'catalog/rest.md', '2026-08-22': 'shopping/catalog/rest.md' }

/** Returns the requests that the text of the REST binding gives as examples. */
export function exampleRequests(version: UcpVersion): Row[] {
  const text = readFileSync(join(dirname(folderOf(version)), 'docs', 'specification', bindings[version]), 'utf8')
  const blocks = text.matchAll(/=== "Request"\s+(?:<!--.*-->\s+)?```json\n([^`]+)```/g)
  // Some examples have the head of an HTTP request before the body.
  return [...blocks].map(([, block = '']) => JSON.parse(block.slice(block.indexOf('{'))) as Row)
}

/** The published schema of each response. The draft moved some of them. */
const definitions = {
  '2026-04-08': {
    profile: 'discovery/profile.json#/$defs/business_profile',
    error: 'shopping/types/error_response.json',
  },
  '2026-08-22': { profile: 'profile.json#/$defs/business_schema', error: 'common/types/error_response.json' },
}
const catalogDefinitions = {
  search: 'shopping/catalog_search.json#/$defs/search_response',
  lookup: 'shopping/catalog_lookup.json#/$defs/lookup_response',
  product: 'shopping/catalog_lookup.json#/$defs/get_product_response',
  checkout: 'shopping/checkout.json',
  cart: 'shopping/cart.json',
  cartWithDiscount: 'shopping/discount.json#/$defs/dev.ucp.shopping.cart',
  checkoutWithDiscount: 'shopping/discount.json#/$defs/dev.ucp.shopping.checkout',
  checkoutWithFulfillment: 'shopping/fulfillment.json#/$defs/dev.ucp.shopping.checkout',
  order: 'shopping/order.json',
}

export type Response = keyof typeof catalogDefinitions | 'profile' | 'error'

export const versions = ucpVersions.map((version) => ({
  version,
  /** The version as the table shows it. */
  label: ucpDrafts.includes(version) ? `${version} (draft)` : version,
  missing: existsSync(folderOf(version)) ? null : `../shared/protocols/ucp-${version} is absent`,
}))

export interface Published {
  /** Returns the errors of a response against its published schema. */
  faults: (response: Response, body: unknown) => string[]
  /** Returns the errors of the result of an MCP tool against the published OpenRPC description. */
  resultFaults: (tool: string, result: unknown) => string[]
  /** Returns the errors against the schema at a path below /schemas/. */
  faultsOf: (definition: string, body: unknown) => string[]
  /** Compiles the schema of an extension with the published ones, and returns the errors against one of its `$defs`. */
  extendedBy: (schema: Row) => (definition: string, body: unknown) => string[]
}

/** Compiles the published schemas of a version, unmodified and with formats. */
export function published(version: UcpVersion): Published {
  const folder = folderOf(version)
  const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8')) as Row
  // The schemas have keywords of their own, such as ucp_request, which strict mode refuses.
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const schemas = new Map(globSync('{schemas,discovery}/**/*.json', { cwd: folder }).map((path) => [path, read(path)]))
  for (const schema of schemas.values()) ajv.addSchema(schema)
  const methods = read(description) as { methods: { name: string }[] }
  ajv.addSchema(methods, `${origin}/${description}`)
  // The discovery profile of 2026-04-08 refers to ../schemas/ucp.json, which its $id resolves to this address.
  ajv.addSchema(schemas.get('schemas/ucp.json') as Row, `${origin}/schemas/schemas/ucp.json`)

  const faultsAt = (address: string, body: unknown) => {
    const validate = ajv.getSchema(address)
    if (!validate) throw new Error(`There is no schema ${address}.`)
    void validate(body)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  const faultsOf = (definition: string, body: unknown) => faultsAt(`${origin}/schemas/${definition}`, body)
  return {
    faultsOf,
    extendedBy: (schema) => {
      if (!ajv.getSchema(schema.$id as string)) ajv.addSchema(schema)
      // JSON Pointer in a fragment: the names of capabilities have no characters that it escapes.
      return (definition, body) => faultsAt(`${schema.$id as string}#/$defs/${definition}`, body)
    },
    faults: (response, body) => faultsOf({ ...catalogDefinitions, ...definitions[version] }[response], body),
    resultFaults: (tool, result) => {
      const place = methods.methods.findIndex(({ name }) => name === tool)
      return faultsAt(`${origin}/${description}#/methods/${place}/result/schema`, result)
    },
  }
}
