import { isDecimal, rounded } from '../decimal.ts'
import type { Report, SessionsReply, TransactionsReply } from '../platform.ts'
import { anotherForm, dayAndHour, runReport } from './run_report.ts'

const channel = ['sessionSource', 'sessionMedium', 'sessionCampaignName'] as const

/** Sessions and key events by hour and channel. Users are not in it, because they cannot be added up. */
export const sessions: Report = {
  name: 'sessions',
  daysMax: 31,
  read: async (call, account, window): Promise<SessionsReply> => {
    const report = await runReport(call, account, window, {
      dimensions: ['dateHour', ...channel],
      metrics: ['sessions', 'keyEvents', 'ecommercePurchases', 'purchaseRevenue'],
    })
    const rows = report.rows.map(({ dimensions, metrics }) => {
      const [dateHour, source, medium, campaign] = dimensions as [string, string, string, string]
      const [count, keyEvents, purchases, revenue] = metrics as [string, string, string, string]
      return {
        ...dayAndHour(dateHour, window),
        source,
        medium,
        campaign,
        sessions: integer(count),
        key_events: decimal(keyEvents),
        purchases: integer(purchases),
        revenue: decimal(revenue),
      }
    })
    return { kind: 'sessions', rows, limitations: report.limitations, unknownFields: report.unknownFields }
  },
}

/**
 * The channel that GA4 attributes each transaction to. An id that was sent several times has its first hour. Rows without an id
 * are left out: `(not set)`, and `(other)` when GA4 has too many ids.
 */
export const transactions: Report = {
  name: 'transactions',
  daysMax: 31,
  read: async (call, account, window): Promise<TransactionsReply> => {
    const report = await runReport(call, account, window, {
      dimensions: ['transactionId', 'dateHour', ...channel],
      metrics: ['ecommercePurchases'],
    })
    const rows = new Map<string, TransactionsReply['rows'][number]>()
    for (const { dimensions } of report.rows) {
      const [id, dateHour, source, medium, campaign] = dimensions as [string, string, string, string, string]
      const time = dayAndHour(dateHour, window)
      if (['', '(not set)', '(other)'].includes(id)) continue
      const known = rows.get(id)
      if (known && (known.day < time.day || (known.day === time.day && known.hour <= time.hour))) continue
      rows.set(id, { transaction_id: id, ...time, source, medium, campaign })
    }
    const { limitations, unknownFields } = report
    return { kind: 'transactions', rows: [...rows.values()], limitations, unknownFields }
  },
}

function integer(text: string): string {
  if (!/^\d+$/.test(text)) throw anotherForm('rows.metricValues')
  return text
}

/** Returns a metric value without an exponent and with six decimal places at most. */
function decimal(text: string): string {
  if (!isDecimal(text)) throw anotherForm('rows.metricValues')
  return rounded(text, 6)
}
