import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'
import { expect, test } from 'vitest'
import { useConnector } from '../../support/connector.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

const { message, tenant } = useConnector()

const tokensMax = 12_000
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
      const rows = (body.result.tools as Listed[]).map((tool) => ({
        tool: tool.name,
        all: tokens(tool),
        description: tokens(tool.description),
        input: tokens(tool.inputSchema),
        output: tokens(tool.outputSchema),
      }))
      const all = tokens(body.result)
      console.table([...rows, { tool: 'all', all }])
      expect(rows).toHaveLength(22)
      expect(all).toBeLessThanOrEqual(tokensMax)
    })
  },
)
