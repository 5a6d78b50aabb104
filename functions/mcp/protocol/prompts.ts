import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const brandId = z
  .string()
  .max(100)
  .optional()
  .describe('Id of the brand. Optional if the connection reaches one brand.')

/** Registers prompts for frequent tasks: a weekly review, an explanation of an anomaly, a check of budgets. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'weekly_review',
    {
      title: 'Weekly review',
      description: 'Compares the last full week with the week before.',
      argsSchema: z.object({ brand_id: brandId }),
    },
    ({ brand_id }) =>
      userMessage(
        `Review last week's advertising${of(brand_id)}. With get_ad_performance, compare the last full week (Monday to Sunday) with the week ` +
          'before (compare_to previous_period, granularity none), in total and by campaign: spend, revenue, roas, cpa. Look at list_anomalies of the last 14 days and at get_attribution of the week. ' +
          'Say what changed, what probably caused it, and what is uncertain. Give currency and dates, and say how far the data reaches.',
      ),
  )
  server.registerPrompt(
    'explain_anomaly',
    {
      title: 'Explain an anomaly',
      description: 'Explains what caused one anomaly.',
      argsSchema: z.object({
        anomaly_id: z.string().max(100).describe('Its id in list_anomalies.'),
        brand_id: brandId,
      }),
    },
    ({ anomaly_id, brand_id }) =>
      userMessage(
        `Explain the anomaly ${anomaly_id}${of(brand_id)}. Find it with list_anomalies, then read the days around it with get_ad_performance at its ` +
          'level and one level below, and list_creatives of those days. Separate facts from assumptions, and state what the anomaly cost.',
      ),
  )
  server.registerPrompt(
    'budget_check',
    {
      title: 'Budget check',
      description: 'Checks whether budgets are where they return most.',
      argsSchema: z.object({ brand_id: brandId }),
    },
    ({ brand_id }) =>
      userMessage(
        `Check the advertising budget${of(brand_id)}. Read list_budget_recommendations, the last 28 days by campaign with get_ad_performance, and ` +
          'get_forecast of revenue. Say which changes are worth making, with the expected effect and its range. This changes nothing.',
      ),
  )
}

function of(brandId: string | undefined): string {
  return brandId === undefined ? '' : ` of the brand ${brandId}`
}

function userMessage(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
