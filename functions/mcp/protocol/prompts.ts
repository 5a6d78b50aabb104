import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

const brandId = z
  .string()
  .max(100)
  .optional()
  .describe('Id of the brand. Optional when the connection can access only one brand.')

/** Prompts for common questions, with the tools that answer them. */
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
          'before (compare_to previous_period, granularity none), in total and by campaign: spend, revenue, roas, cpa. Read list_anomalies for the last 14 days and get_attribution for the week. ' +
          'State what changed, the probable cause, and what is uncertain. Give currency, dates and the last day of the data.',
      ),
  )
  server.registerPrompt(
    'explain_anomaly',
    {
      title: 'Explain an anomaly',
      description: 'Explains the causes of one anomaly.',
      argsSchema: z.object({
        anomaly_id: z.string().max(100).describe('Id from list_anomalies.'),
        brand_id: brandId,
      }),
    },
    ({ anomaly_id, brand_id }) =>
      userMessage(
        `Explain the anomaly ${anomaly_id}${of(brand_id)}. Find it with list_anomalies, then read the days around it with get_ad_performance at its ` +
          'level and one level below, and list_creatives for these days. Separate facts from assumptions, and state the cost.',
      ),
  )
  server.registerPrompt(
    'budget_check',
    {
      title: 'Budget check',
      description: 'Checks whether the budget is distributed optimally.',
      argsSchema: z.object({ brand_id: brandId }),
    },
    ({ brand_id }) =>
      userMessage(
        `Check the advertising budget${of(brand_id)}. Read list_budget_recommendations, the last 28 days by campaign with get_ad_performance, and ` +
          'get_forecast for revenue. List the recommended changes with the expected effect and its range. Do not change anything.',
      ),
  )
}

function of(brandId: string | undefined): string {
  return brandId === undefined ? '' : ` of the brand ${brandId}`
}

function userMessage(text: string): GetPromptResult {
  return { messages: [{ role: 'user', content: { type: 'text', text } }] }
}
