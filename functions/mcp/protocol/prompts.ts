import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const brandId = z.string().max(100).optional().describe('The brand; where only one is reachable it may be left out.')

/** Questions that people ask again and again, with the tools that answer them. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'weekly_review',
    {
      title: 'Weekly review',
      description: 'What the last full week did, against the week before.',
      argsSchema: z.object({ brand_id: brandId }),
    },
    ({ brand_id }) =>
      said(
        `Review last week's advertising${of(brand_id)}. With get_ad_performance, compare the last full week (Monday to Sunday) with the week ` +
          'before (compare_to previous_period, granularity none), in total and by campaign: spend, revenue, roas, cpa. Look at list_anomalies of the last 14 days and at get_attribution of the week. ' +
          'Say what changed, what probably caused it, and what is uncertain. Give currency and dates, and say how far the data reaches.',
      ),
  )
  server.registerPrompt(
    'explain_anomaly',
    {
      title: 'Explain an anomaly',
      description: 'What stands behind one anomaly.',
      argsSchema: z.object({
        anomaly_id: z.string().max(100).describe('Its id in list_anomalies.'),
        brand_id: brandId,
      }),
    },
    ({ anomaly_id, brand_id }) =>
      said(
        `Explain the anomaly ${anomaly_id}${of(brand_id)}. Find it with list_anomalies, then read the days around it with get_ad_performance at its ` +
          'level and one level below, and list_creatives of those days. Tell what is known from what is supposed, and what it cost.',
      ),
  )
  server.registerPrompt(
    'budget_check',
    {
      title: 'Budget check',
      description: 'Whether the money is where it earns most.',
      argsSchema: z.object({ brand_id: brandId }),
    },
    ({ brand_id }) =>
      said(
        `Check the advertising budget${of(brand_id)}. Read list_budget_recommendations, the last 28 days by campaign with get_ad_performance, and ` +
          'get_forecast of revenue. Say which moves are worth it, with the expected change and its range. Nothing is changed by this.',
      ),
  )
}

function of(brandId: string | undefined): string {
  return brandId === undefined ? '' : ` of the brand ${brandId}`
}

function said(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
