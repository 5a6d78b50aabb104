import { z } from 'zod'
import type { Call } from '../call.ts'
import type { PlatformAccount } from '../platform.ts'
import { digits } from '../reply_form.ts'
import { readPages } from './graph.ts'

const account = z.object({
  id: z.string(),
  account_id: digits,
  name: z.string(),
  currency: z.string(),
  timezone_name: z.string(),
  account_status: digits,
})

/** Values of `account_status` (Marketing API, ad account). */
const active = '1'
const statuses: Record<string, string> = {
  2: 'disabled',
  3: 'unsettled',
  7: 'pending_risk_review',
  8: 'pending_settlement',
  9: 'in_grace_period',
  100: 'pending_closure',
  101: 'closed',
}

export async function listAccounts(call: Call): Promise<PlatformAccount[]> {
  const fields = 'id,account_id,name,currency,timezone_name,account_status'
  const accounts = await readPages(call, 'me/adaccounts', { fields }, account, { limit: 100 })
  return accounts.map(({ account_id, name, currency, timezone_name, account_status }) => ({
    id: account_id,
    name,
    currency,
    timezone: timezone_name,
    ...(account_status !== active && { unavailable: statuses[account_status] ?? `status ${account_status}` }),
  }))
}
