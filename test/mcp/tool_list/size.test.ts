import { Tiktoken } from 'js-tiktoken/lite'
import o200kBase from 'js-tiktoken/ranks/o200k_base'
import { describe, expect, test } from 'vitest'
import { useConnector } from '../../support/connector.ts'

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

describe('the tool list', () => {
  test(`has at most ${tokensMax} tokens (o200k_base)`, async () => {
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
})
