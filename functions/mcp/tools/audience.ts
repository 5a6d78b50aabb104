import { addresses } from '../../../shared/sentences/addresses.ts'
import type { NamedOperation } from '../../../shared/sentences/addresses.ts'
import { wireForms } from '../../../shared/sentences/audience.ts'
import type { Audience } from '../../../shared/sentences/audience.ts'
import { tools } from '../../../shared/tools.ts'
import { mirrorPath } from '../../../shared/tools/mirror.ts'
import { argumentName } from '../../../shared/tools/tool.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

/** Names that messages to agents use for operations that are not tools. */
const instead: Partial<Record<NamedOperation, string>> = {
  'storefront.products': 'search_catalog',
}

/** Returns the audience for agents: messages contain the names of tools and of their arguments. */
export function agentAudience(tool: Tool): Audience {
  return audienceOf(tool, 'agent', (name, found) => instead[name] ?? found?.name)
}

/**
 * Returns the audience for scripts that call tools over HTTP: messages contain paths of the REST mirror, which accepts
 * the key of the script.
 */
export function mirrorAudience(tool: Tool): Audience {
  return audienceOf(tool, 'api', (_, found) => found && `POST ${mirrorPath(found)}`)
}

function audienceOf(
  tool: Tool,
  reader: Audience['reader'],
  nameOf: (name: NamedOperation, found: Tool | undefined) => string | undefined,
): Audience {
  const toolOf = (name: string) => tools.find(({ operation }) => operation.name === name)
  return {
    reader,
    operation: (name) => nameOf(name, toolOf(name)) ?? addresses[name],
    field: (name) => `\`${argumentName(tool, name)}\``,
    ...wireForms,
  }
}
