import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'
import { expect, test } from 'vitest'
import { useConnector } from '../../support/connector.ts'
import { useShops } from '../../support/shops.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

const { message, tenant } = useConnector()
const shops = useShops()

const tokensMax = 12_000
/** The tools of UCP have the arguments that its texts define. Their list is for platforms, which read it once. */
const ucpTokensMax = 22_100
const encoding = new Tiktoken(o200kBase)

/** Returns the number of tokens of a value as JSON, in the encoding o200k_base. */
const tokens = (value: unknown) => encoding.encode(JSON.stringify(value)).length

interface Listed {
  name: string
  description: string
  inputSchema: object
  outputSchema: object
}

judge(
  { judge: 'o200k_base (js-tiktoken)', version: versionOf('js-tiktoken'), checks: 'tokens of the tool list' },
  () => {
    test(`the tool list has at most ${tokensMax} tokens (o200k_base)`, async () => {
      const { simulated } = await tenant()
      const { body } = await message(simulated, 'tools/list')
      expect(body.result.tools).toHaveLength(22)
      expect(measure(body.result)).toBeLessThanOrEqual(tokensMax)
    })

    test(`the tool list of UCP has at most ${ucpTokensMax} tokens (o200k_base)`, async () => {
      const { brandId } = await shops.open([])
      const request = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      const { body } = await shops.ask(brandId, '/ucp/mcp', request, { Accept: 'application/json' })
      expect(body.result.tools).toHaveLength(19)
      expect(measure(body.result)).toBeLessThanOrEqual(ucpTokensMax)
      const { outputSchema } = body.result.tools.find(({ name }: Listed) => name === 'create_cart')
      const [result, error] = outputSchema.anyOf as { required: string[] }[]
      expect([result?.required, error?.required]).toEqual([
        ['ucp', 'id', 'line_items', 'currency', 'totals', 'messages', 'links', 'expires_at'],
        ['ucp', 'messages'],
      ])
    })
  },
)

/** Prints the tokens of each tool, and returns those of the whole list. */
function measure(list: { tools: Listed[] }): number {
  const rows = list.tools.map((tool) => ({
    tool: tool.name,
    all: tokens(tool),
    description: tokens(tool.description),
    input: tokens(tool.inputSchema),
    output: tokens(tool.outputSchema),
  }))
  const all = tokens(list)
  console.table([...rows, { tool: 'all', all }])
  return all
}
