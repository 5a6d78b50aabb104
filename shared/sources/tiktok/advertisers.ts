import { z } from 'zod'
import { isTimeZone } from '../../ingest/fields/day.ts'
import type { Call } from '../call.ts'
import type { PlatformAccount } from '../platform.ts'
import { digits, readForm } from '../reply_form.ts'
import { appOf } from './authorization.ts'
import { business } from './business_api.ts'

const list = z.object({ list: z.array(z.object({ advertiser_id: digits })) })

/** Returns the ids of the advertisers that the token reaches. */
export async function listAdvertiserIds(call: Call): Promise<string[]> {
  const data = await business(call, { path: 'oauth2/advertiser/get/', parameters: appOf(call) })
  return readForm(list, data).list.map(({ advertiser_id }) => advertiser_id)
}

const advertisers = z.object({
  list: z.array(
    z.object({
      advertiser_id: digits,
      name: z.string(),
      currency: z.string(),
      timezone: z.string(),
      display_timezone: z.string().optional(),
      status: z.string().optional(),
    }),
  ),
})

const idsMax = 100

export async function listAccounts(call: Call): Promise<PlatformAccount[]> {
  const ids = await listAdvertiserIds(call)
  const accounts: PlatformAccount[] = []
  for (let start = 0; start < ids.length; start += idsMax) {
    const data = await business(call, {
      path: 'advertiser/info/',
      parameters: {
        advertiser_ids: JSON.stringify(ids.slice(start, start + idsMax)),
        fields: JSON.stringify(['advertiser_id', 'name', 'currency', 'timezone', 'display_timezone', 'status']),
      },
    })
    for (const advertiser of readForm(advertisers, data).list) {
      const { advertiser_id: id, name, currency, status = 'STATUS_ENABLE' } = advertiser
      const isEnabled = status === 'STATUS_ENABLE'
      const unavailable = isEnabled ? {} : { unavailable: status.replace(/^STATUS_/, '').toLowerCase() }
      accounts.push({ id, name, currency, timezone: zoneOf(advertiser), ...unavailable })
    }
  }
  return accounts
}

/**
 * Returns the time zone of an advertiser. TikTok gives two: `timezone` can be a fixed offset such as Etc/GMT+8, and
 * `display_timezone` is the place that the person selected, such as America/Los_Angeles. Where their offsets differ, which they do
 * in summer, the Ads Manager and the reports follow the place. Where they agree, it is the same zone.
 */
function zoneOf({ timezone, display_timezone }: { timezone: string; display_timezone?: string | undefined }): string {
  return display_timezone !== undefined && isTimeZone(display_timezone) ? display_timezone : timezone
}
