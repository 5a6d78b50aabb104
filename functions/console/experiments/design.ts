import { ApiError } from '../../../shared/errors/api_error.ts'
import type { FormInput } from '../page_context.ts'

/** The fields of the form of a design. `campaign` is sent once for each chosen campaign. */
export const designFields = [
  'name',
  'platform',
  'campaign',
  'starts_on',
  'pairs',
  'block_days',
  'washout_days',
  'metric',
] as const

export type Design = {
  name: string
  platform: string
  /** The chosen campaigns as platform/id, because platforms can use the same id. */
  campaigns: string[]
  starts_on: string
  pairs: string
  block_days: string
  washout_days: string
  metric: string
}

/** Returns the blocks of a form or of an address. The default is six pairs of weeks. */
export function blocksOf(sent: URLSearchParams): Pick<Design, 'pairs' | 'block_days' | 'washout_days'> {
  const text = (name: string) => sent.get(name)?.trim() || undefined
  return {
    pairs: text('pairs') ?? '6',
    block_days: text('block_days') ?? '7',
    washout_days: text('washout_days') ?? '1',
  }
}

/** Returns the design of a form or of an address. `starts_on` is the default of its first day. */
export function designOfForm(
  sent: URLSearchParams,
  { starts_on, platforms }: { starts_on: string; platforms: readonly string[] },
): Design {
  const text = (name: (typeof designFields)[number]) => sent.get(name)?.trim() || undefined
  return {
    name: text('name') ?? '',
    platform: text('platform') ?? platforms[0] ?? '',
    campaigns: sent.getAll('campaign'),
    starts_on: text('starts_on') ?? starts_on,
    ...blocksOf(sent),
    metric: text('metric') ?? 'orders',
  }
}

/** Returns the input of the operation. */
export function inputOf(form: URLSearchParams): FormInput {
  const campaign_ids = campaignIdsOf(form.getAll('campaign'), form.get('platform')?.trim() ?? '')
  return {
    ...Object.fromEntries(
      designFields.flatMap((name) => (name === 'campaign' ? [] : [[name, form.get(name)?.trim() || undefined]])),
    ),
    ...(campaign_ids.length > 0 ? { campaign_ids } : {}),
  }
}

/** Returns the ids of campaigns of a platform. Refuses those of another one, because their ids could be those of its own. */
export function campaignIdsOf(campaigns: readonly string[], platform: string): string[] {
  const own = campaigns.filter((campaign) => campaign.startsWith(`${platform}/`))
  if (own.length < campaigns.length) {
    const message = 'must all be of the chosen platform.'
    throw new ApiError('invalid_request', `Campaigns ${message}`, { fields: [{ path: 'campaign_ids', message }] })
  }
  return own.map((campaign) => campaign.slice(platform.length + 1))
}
