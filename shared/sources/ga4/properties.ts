import { z } from 'zod'
import type { Call } from '../call.ts'
import type { PlatformAccount } from '../platform.ts'
import { readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { requestGa4 } from './request.ts'

const nameForm = z.string().regex(/^properties\/\d+$/)
const summariesForm = z.object({
  accountSummaries: z
    .array(
      z.object({
        propertySummaries: z.array(z.object({ property: nameForm, displayName: z.string().optional() })).optional(),
      }),
    )
    .optional(),
  nextPageToken: z.string().optional(),
})
const propertyForm = z.object({ displayName: z.string(), timeZone: z.string(), currencyCode: z.string() })

const concurrentMax = 5

/** Returns the properties that a person reaches. The summaries have no time zone and currency, so each property is read. */
export async function listProperties(call: Call): Promise<PlatformAccount[]> {
  const { addresses, version } = call.settings
  const base = `${addresses.GA4_ADMIN_BASE_URL}/${version}`
  const names = new Map<string, string>()
  let pageToken: string | undefined
  do {
    const query = new URLSearchParams({ pageSize: '200', ...(pageToken === undefined ? {} : { pageToken }) })
    const reply = await requestGa4(call, `${base}/accountSummaries?${query}`)
    const page = readForm(summariesForm, reply)
    for (const { property, displayName } of (page.accountSummaries ?? []).flatMap(
      (each) => each.propertySummaries ?? [],
    )) {
      names.set(property, displayName ?? property)
    }
    pageToken = page.nextPageToken || undefined
  } while (pageToken !== undefined)

  const accounts: PlatformAccount[] = []
  const waiting = [...names]
  while (waiting.length > 0) {
    const next = waiting.splice(0, concurrentMax)
    accounts.push(...(await Promise.all(next.map(([property, name]) => readProperty(call, base, property, name)))))
  }
  return accounts
}

async function readProperty(call: Call, base: string, property: string, name: string): Promise<PlatformAccount> {
  const id = property.slice('properties/'.length)
  try {
    const { displayName, timeZone, currencyCode } = readForm(
      propertyForm,
      await requestGa4(call, `${base}/${property}`),
    )
    return { id, name: displayName, currency: currencyCode, timezone: timeZone }
  } catch (thrown) {
    const isUnreadable =
      thrown instanceof SourceError && ['account_is_unavailable', 'permission_is_missing'].includes(thrown.reason)
    if (!isUnreadable) throw thrown
    return { id, name, currency: '', timezone: '', unavailable: thrown.reason }
  }
}
