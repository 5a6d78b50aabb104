import type { ApiError } from '../../../shared/errors/api_error.ts'
import { addresses } from '../../../shared/sentences/addresses.ts'
import type { NamedOperation } from '../../../shared/sentences/addresses.ts'
import type { Audience } from '../../../shared/sentences/audience.ts'
import { tools } from '../../../shared/tools.ts'
import { mirrorPath } from '../../../shared/tools/mirror.ts'
import { argumentName } from '../../../shared/tools/tool.ts'
import type { Tool } from '../../../shared/tools/tool.ts'

/** What agents use instead of operations that are not tools. */
const instead: Partial<Record<NamedOperation, string>> = {
  'analytics.metric_definitions': 'The resource ads://metrics',
  'storefront.products': 'search_catalog',
}

/** Agents: operations are tools, inputs are called as the tool calls them. */
export function agentAudience(tool: Tool): Audience {
  return audienceOf(tool, (name, found) => instead[name] ?? found?.name)
}

/** Scripts that call tools over HTTP: operations are addresses of the mirror, which take the key that the script has. */
export function mirrorAudience(tool: Tool): Audience {
  return audienceOf(tool, (_, found) => found && `POST ${mirrorPath(found)}`)
}

/** The message of an error for an audience; as it is where the database did not raise it. */
export async function inWordsOf({ raised, message }: ApiError, audience: Audience): Promise<string> {
  if (!raised) return message
  const { sentenceOf } = await import('../../../shared/sentences/sentence.ts')
  return sentenceOf(raised, audience) ?? message
}

function audienceOf(
  tool: Tool,
  nameOf: (name: NamedOperation, found: Tool | undefined) => string | undefined,
): Audience {
  const toolOf = (name: string) => tools.find(({ operation }) => operation.name === name)
  return {
    operation: (name) => nameOf(name, toolOf(name)) ?? addresses[name],
    field: (name) => argumentName(tool, name),
  }
}
