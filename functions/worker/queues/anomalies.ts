import { attemptPart } from '../failures.ts'
import type { Failure } from '../failures.ts'
import { splitByBrand } from './queue.ts'
import type { Queue } from './queue.ts'

/** Detects anomalies for the days of a brand that ended since the last run, and judges its alert rules. Each day and each rule has its own transaction. */
export const anomalies: Queue = {
  name: 'anomalies',
  split: splitByBrand,
  run: async (sql, { brand_id = '' }) => {
    const [due] = await sql`
      select core.enter_brand(${brand_id}), analytics.renew_restatement_factors(${brand_id}),
        array(select analytics.days_to_detect(${brand_id})::text) as days,
        array(select analytics.rules_to_judge(${brand_id})) as rules`
    let found = 0
    const failures: Failure[] = []
    for (const day of (due?.days ?? []) as string[]) {
      const { result, failure } = await attemptPart(
        sql,
        { brandId: brand_id, queue: 'anomalies', subject: `day ${day}`, day },
        async () => {
          const [row] = await sql`
            select core.enter_brand(${brand_id}), analytics.detect_due_day(${brand_id}, ${day}) as detected`
          return row?.detected as { found: number; failures: Failure[] }
        },
      )
      found += result?.found ?? 0
      failures.push(...(failure ? [failure] : (result?.failures ?? [])))
    }
    await sql`select core.enter_brand(${brand_id}), analytics.end_detection(${brand_id})`
    let rule_alerts = 0
    for (const rule of (due?.rules ?? []) as string[]) {
      const { result, failure } = await attemptPart(
        sql,
        { brandId: brand_id, queue: 'anomalies', subject: `alert rule ${rule}` },
        async () => {
          const [row] = await sql`
            select core.enter_brand(${brand_id}), analytics.check_alert_rule(${brand_id}, ${rule}) as raised`
          return row?.raised as number
        },
      )
      rule_alerts += result ?? 0
      if (failure) failures.push(failure)
    }
    return {
      brand_id,
      anomalies_found: found,
      rule_alerts,
      ...(failures.length > 0 ? { failures } : {}),
    }
  },
}
