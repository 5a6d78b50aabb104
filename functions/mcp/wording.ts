import { tools } from '../../shared/tools.ts'
import type { Tool } from '../../shared/tools/tool.ts'

/** What messages of operations call by its address, and what an agent calls it. Longer addresses first. */
const names: [string, string][] = [
  ['GET /v1/metrics/definitions', 'The resource ads://metrics'],
  ['GET /products lists', 'search_catalog finds'],
  ...tools.map(({ operation, name }): [string, string] => [
    `${operation.method.toUpperCase()} ${operation.path}`,
    name,
  ]),
]

/** A message of an operation as an agent can act on it: tools instead of addresses, arguments as the tool names them. */
export function inWordsOf({ renames = {} }: Tool, message: string): string {
  const named = names.reduce((text, [address, name]) => text.replaceAll(address, name), message)
  const renamed = Object.entries(renames).find(([name]) => named.startsWith(`${name}:`))
  return renamed ? renamed[1] + named.slice(renamed[0].length) : named
}
