import { z } from 'zod'
import type { Call } from '../call.ts'
import type { PlatformAccount } from '../platform.ts'
import { digits, readForm } from '../reply_form.ts'
import { SourceError } from '../source_error.ts'
import { requestAds, search } from './search.ts'

const accessibleForm = z.object({ resourceNames: z.array(z.string().regex(/^customers\/\d+$/)).optional() })

const clientForm = z.object({
  customerClient: z.object({
    resourceName: z.string().optional(),
    id: digits,
    descriptiveName: z.string().optional(),
    currencyCode: z.string().optional(),
    timeZone: z.string().optional(),
    manager: z.boolean(),
    status: z.string(),
  }),
})
type Client = z.output<typeof clientForm>['customerClient']

const clientQuery = `SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code,
  customer_client.time_zone, customer_client.manager, customer_client.status FROM customer_client`

/**
 * Returns the accounts that a person reaches, directly or below managers, each once. A direct access is preferred, because it
 * needs no manager. Managers have no metrics and are not returned.
 */
export async function listAccounts(call: Call): Promise<PlatformAccount[]> {
  const reply = readForm(accessibleForm, await accessible(call))
  const roots = (reply.resourceNames ?? []).map((name) => name.slice('customers/'.length))
  const accounts = new Map<string, PlatformAccount>()
  for (const root of roots) {
    const clients = await clientsBelow(call, root)
    const managerName = clients.find(({ id }) => id === root)?.descriptiveName
    for (const client of clients) {
      if (client.manager) continue
      const account = accountOf(client, { id: root, name: managerName })
      const known = accounts.get(client.id)
      if (known === undefined || rank(account) > rank(known)) accounts.set(client.id, account)
    }
  }
  return [...accounts.values()]
}

/** A person who never used Google Ads has no accounts (NOT_ADS_USER), which is not an error. */
async function accessible(call: Call): Promise<unknown> {
  try {
    return await requestAds(call, 'customers:listAccessibleCustomers')
  } catch (thrown) {
    if (thrown instanceof SourceError && thrown.values.code === 'NOT_ADS_USER') return {}
    throw thrown
  }
}

/** Returns a customer and all below it. A customer that cannot be read is returned without its details. */
async function clientsBelow(call: Call, root: string): Promise<Client[]> {
  try {
    const clients: Client[] = []
    for await (const { customerClient } of search(call, { id: root }, clientQuery, clientForm, new Set())) {
      clients.push(customerClient)
    }
    return clients
  } catch (thrown) {
    const isUnreadable =
      thrown instanceof SourceError && ['account_is_unavailable', 'permission_is_missing'].includes(thrown.reason)
    if (!isUnreadable) throw thrown
    return [{ id: root, manager: false, status: 'NOT_ENABLED' }]
  }
}

function accountOf(
  { id, descriptiveName, currencyCode, timeZone, status }: Client,
  root: { id: string; name: string | undefined },
): PlatformAccount {
  const isEnabled = status === 'ENABLED'
  if (isEnabled && !(currencyCode && timeZone)) {
    const field = currencyCode ? 'customerClient.timeZone' : 'customerClient.currencyCode'
    throw new SourceError('reply_has_another_form', 'stop', { field })
  }
  return {
    id,
    name: descriptiveName || `${id.slice(0, 3)}-${id.slice(3, 6)}-${id.slice(6)}`,
    currency: currencyCode ?? '',
    timezone: timeZone ?? '',
    ...(id === root.id ? {} : { managerId: root.id, ...(root.name ? { managerName: root.name } : {}) }),
    ...(isEnabled ? {} : { unavailable: status.toLowerCase() }),
  }
}

/** Of two ways to the same account, the direct one is preferred. A way on which its details cannot be read is the last. */
function rank({ currency, managerId }: PlatformAccount): number {
  if (currency === '') return 0
  return managerId === undefined ? 2 : 1
}
