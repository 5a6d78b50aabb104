import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { tools } from '../../../shared/tools.ts'
import { createClient, eras, useConnector } from '../../support/connector.ts'
import { judge } from '../judge.ts'
import { versionOf } from '../packages.ts'

const { api, tenant, transport } = useConnector()
let brandId: string
let simulated: string
/** Arguments of each tool for the simulated brand. */
let examples: Record<string, Record<string, unknown>>

const answering = tools.map(({ name }) => name)

beforeAll(async () => {
  const made = await tenant()
  brandId = made.brandId
  simulated = made.simulated
  const range = { date_from: '2026-10-01', date_to: '2026-10-31' }
  examples = {
    list_brands: {},
    ask_question: { question: 'top 3 campaigns by roas last month' },
    get_ad_performance: { ...range, level: 'campaign', granularity: 'month', metrics: ['spend', 'roas'], limit: 3 },
    list_creatives: { ...range, sort_by: 'roas', limit: 3 },
    list_anomalies: { days: 365 },
    get_forecast: { type: 'revenue', horizon_days: 7, include_confidence: false },
    get_attribution: { ...range, channels: ['Meta'] },
    list_budget_recommendations: {},
    search_catalog: { brand_id: brandId, query: 'tent', limit: 3 },
    get_data_status: {},
    list_campaigns: { platform: 'meta', limit: 3 },
    get_budgets: { level: 'account' },
    get_profit: { ...range, by: 'channel' },
    get_store_overview: { brand_id: brandId },
    propose_change: {
      target: { level: 'campaign', id: '70000008', platform: 'meta' },
      change: { kind: 'budget', from: 1020, to: 900 },
      rationale: 'It returns less than its neighbors.',
      idempotency_key: 'clients-1',
    },
  }
  const client = createClient('modern')
  await client.connect(transport(simulated))
  const found = await client.callTool({ name: 'search_catalog', arguments: { brand_id: brandId, query: 'tent' } })
  const campaigns = await client.callTool({ name: 'list_campaigns', arguments: { platform: 'meta', limit: 1 } })
  const [campaign] = (campaigns.structuredContent as { data: { id: string }[] }).data
  examples.get_campaign = { campaign_id: campaign?.id }
  const [one, two] = (found.structuredContent as { products: { id: string }[] }).products
  const about = { brand_id: brandId, product_id: one?.id }
  examples.get_product = about
  examples.compare_products = { brand_id: brandId, product_ids: [one?.id, two?.id] }
  examples.recommend_products = { ...about, type: 'similar_to' }
  examples.get_product_reviews = { ...about, limit: 2 }
  const offer = { amount: 60, currency: 'USD' }
  examples.negotiate_price = { ...about, quantity: 1, action: 'open', offer, idempotency_key: 'clients-2' }
  examples.get_trust_signals = { brand_id: brandId }
  await client.close()
})

function textOf(contents: unknown): string {
  return (contents as { text: string }[])[0]?.text ?? ''
}

const clientVersion = versionOf('@modelcontextprotocol/client')
for (const era of eras)
  judge({ judge: 'MCP TypeScript client', version: clientVersion, checks: `all tools, ${era}` }, () => {
    async function connect(capabilities = {}) {
      const client = createClient(era, capabilities)
      await client.connect(transport(simulated))
      return client
    }

    test('reads the server information, instructions and tools', async () => {
      const client = await connect()
      expect(client.getProtocolEra()).toBe(era)
      expect(client.getServerVersion()).toMatchObject({ name: 'vitrine', title: 'Vitrine' })
      expect(client.getInstructions()).toMatch(/^Vitrine .*\nStart with list_brands/)
      expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: false } })
      const listed = await client.listTools()
      expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
      for (const tool of listed.tools) {
        expect(tool).toMatchObject({
          title: expect.any(String),
          inputSchema: { type: 'object', additionalProperties: false },
          outputSchema: { type: 'object' },
          annotations: { readOnlyHint: expect.any(Boolean), destructiveHint: expect.any(Boolean) },
        })
      }
      await client.close()
    })

    test.each(answering)('%s matches its output schema, as text and as structure', async (name) => {
      const client = await connect()
      await client.listTools()
      for (const format of ['concise', 'detailed']) {
        // The client validates the result against the listed output schema.
        const answered = await client.callTool({ name, arguments: { ...examples[name], response_format: format } })
        expect([name, answered.isError ? answered.content : null]).toEqual([name, null])
        const text = textOf(answered.content)
        expect(JSON.parse(text)).toEqual(answered.structuredContent)
        expect(answered.structuredContent).toMatchObject({ meta: { simulated: true, request_id: expect.any(String) } })
        const validate = new Ajv2020({ strict: false, validateFormats: false })
        expect(
          validate.validate(tools.find((tool) => tool.name === name)?.outputSchema ?? {}, answered.structuredContent),
        ).toBe(true)
      }
      await client.close()
    })

    test('receives invalid_request with every wrong argument', async () => {
      const client = await connect()
      const answered = await client.callTool({
        name: 'get_ad_performance',
        arguments: { date_from: 'x', platforms: ['meta'] },
      })
      expect(answered.isError).toBe(true)
      const text = textOf(answered.content)
      expect(JSON.parse(text).error).toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(
          /Unknown argument `platforms`. Did you mean `platform`\? `date_from` must .*`date_to` is required/s,
        ),
        fix: expect.any(String),
      })
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 })
      await client.close()
    })

    test('reads resources and prompts', async () => {
      const client = await connect()
      expect((await client.listResources()).resources).toMatchObject([{ uri: 'ads://metrics' }])
      expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
        { uriTemplate: 'ads://brands/{id}' },
      ])
      const read = async (uri: string) => {
        return JSON.parse(textOf((await client.readResource({ uri })).contents)) as Record<string, unknown>
      }
      expect(await read('ads://metrics')).toContainEqual(expect.objectContaining({ name: 'roas', unit: 'multiple' }))
      expect(await read(`ads://brands/${brandId}`)).toMatchObject({ id: brandId, timezone: 'America/New_York' })
      await expect(client.readResource({ uri: 'ads://brands/brd_unknown' })).rejects.toMatchObject({
        code: expect.any(Number),
      })
      const { prompts } = await client.listPrompts()
      expect(prompts.map(({ name }) => name)).toEqual(['weekly_review', 'explain_anomaly', 'budget_check'])
      const prompt = await client.getPrompt({
        name: 'explain_anomaly',
        arguments: { anomaly_id: 'ano_1', brand_id: brandId },
      })
      expect(prompt.messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('ano_1') } }])
      await client.close()
    })
  })

judge({ judge: 'MCP TypeScript client', version: versionOf('@modelcontextprotocol/sdk'), checks: 'all tools' }, () => {
  test('initializes, lists, calls and reads', async () => {
    const client = new OlderClient({ name: 'older', version: '1' })
    const headers = { Authorization: `Bearer ${simulated}` }
    await client.connect(new OlderTransport(new URL(`${api().url}/mcp`), { requestInit: { headers } }) as never)
    expect((await client.listTools()).tools).toHaveLength(tools.length)
    for (const name of answering) {
      const answered = await client.callTool({ name, arguments: examples[name] ?? {} })
      expect([name, answered.isError ?? false]).toEqual([name, false])
    }
    expect((await client.readResource({ uri: 'ads://metrics' })).contents).toHaveLength(1)
    await client.ping()
    await client.close()
  })
})
