import { tools } from '../../../shared/tools.ts'
import { mirrorPath } from '../../../shared/tools/mirror.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

/** The addresses that messages of operations name, with the tool that answers the same. Longer addresses come first. */
const addresses: [string, Pick<Tool, 'name' | 'address'>][] = tools.map((tool) => [
  `${tool.operation.method.toUpperCase()} ${tool.operation.path}`,
  tool,
])

/** A message of an operation as an agent can act on it: tools instead of addresses, arguments as the tool names them. */
export function inWordsOf(tool: Tool, message: string): string {
  const known = message
    .replaceAll('GET /v1/metrics/definitions', 'The resource ads://metrics')
    .replaceAll('GET /products lists', 'search_catalog finds')
  return renamed(tool, known, ({ name }) => name)
}

/** The same for scripts: addresses of the mirror, which take the key that the script has. */
export function inMirrorOf(tool: Tool, message: string): string {
  return renamed(tool, message, (target) => `POST ${mirrorPath(target)}`)
}

function renamed({ renames = {} }: Tool, message: string, nameOf: (tool: Pick<Tool, 'name' | 'address'>) => string) {
  const text = addresses.reduce((said, [address, tool]) => said.replaceAll(address, nameOf(tool)), message)
  const argument = Object.entries(renames).find(([name]) => text.startsWith(`${name}:`))
  return argument ? argument[1] + text.slice(argument[0].length) : text
}
