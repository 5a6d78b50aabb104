import { daysBetween } from './days.ts'

/** Spend, revenue and conversions are in millionths, so that fractional conversions are exact too. */
export interface Measures {
  spend: bigint
  impressions: bigint
  clicks: bigint
  conversions: bigint
  revenue: bigint
}

export type Status = 'active' | 'paused' | 'deleted'

export interface AdAccount {
  id: string
  name: string
  currency: string
  timezone: string
}

export interface Campaign {
  id: string
  accountId: string
  name: string
  status: Status
  /** Without ads, spend exists at the level of the campaign only (Performance Max). */
  hasAds: boolean
  dailyBudget: bigint
  createdDay: string
}

export interface AdGroup {
  id: string
  accountId: string
  campaignId: string
  name: string
  status: Status
}

export interface Ad extends AdGroup {
  groupId: string
}

/** The finest entity that has facts: an ad, or a campaign without ads. */
export interface Finest {
  id: string
  campaign: Campaign
  group?: AdGroup
  ad?: Ad
}

export interface Cell extends Finest {
  day: string
  hour: number
  measures: Measures
}

export type Hours = ReadonlyMap<number, Measures>

export const nothing: Measures = { spend: 0n, impressions: 0n, clicks: 0n, conversions: 0n, revenue: 0n }

export function plus(one: Measures, other: Measures): Measures {
  return {
    spend: one.spend + other.spend,
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    conversions: one.conversions + other.conversions,
    revenue: one.revenue + other.revenue,
  }
}

export function isNothing(measures: Measures): boolean {
  return Object.values(measures).every((value) => value === 0n)
}

/**
 * What is true on an ad platform: entities, and facts by account, finest entity, local day and hour. Facts are generated
 * when they are read, so a large account needs no memory; changed facts are kept.
 */
export class AdLedger {
  readonly accounts = new Map<string, AdAccount>()
  readonly campaigns = new Map<string, Campaign>()
  readonly groups = new Map<string, AdGroup>()
  readonly ads = new Map<string, Ad>()
  readonly #generators = new Map<string, (finestId: string, day: string) => Hours>()
  readonly #changed = new Map<string, Map<number, Measures>>()

  /** Makes facts of an account that no test has changed. */
  generate(accountId: string, generator: (finestId: string, day: string) => Hours): void {
    this.#generators.set(accountId, generator)
  }

  addAccount(account: AdAccount): AdAccount {
    this.accounts.set(account.id, account)
    return account
  }

  addCampaign(campaign: Campaign): Campaign {
    this.campaigns.set(campaign.id, campaign)
    return campaign
  }

  addGroup(group: AdGroup): AdGroup {
    this.groups.set(group.id, group)
    return group
  }

  addAd(ad: Ad): Ad {
    this.ads.set(ad.id, ad)
    return ad
  }

  campaignsOf(accountId: string): Campaign[] {
    return [...this.campaigns.values()].filter((campaign) => campaign.accountId === accountId)
  }

  groupsOf(accountId: string): AdGroup[] {
    return [...this.groups.values()].filter((group) => group.accountId === accountId)
  }

  adsOf(accountId: string): Ad[] {
    return [...this.ads.values()].filter((ad) => ad.accountId === accountId)
  }

  finestOf(accountId: string): Finest[] {
    const withoutAds = this.campaignsOf(accountId).filter(({ hasAds }) => !hasAds)
    const ads = this.adsOf(accountId).map((ad) => ({
      id: ad.id,
      campaign: this.campaigns.get(ad.campaignId) as Campaign,
      group: this.groups.get(ad.groupId) as AdGroup,
      ad,
    }))
    return [...ads, ...withoutAds.map((campaign) => ({ id: campaign.id, campaign }))]
  }

  hours(finestId: string, day: string): Hours {
    const changed = this.#changed.get(`${finestId} ${day}`)
    if (changed) return changed
    return this.#generators.get(this.#accountOf(finestId))?.(finestId, day) ?? new Map()
  }

  /** Yields every cell of an account that is not zero: what its reports must add up to. */
  *cells(accountId: string, from: string, to: string): Generator<Cell> {
    const days = daysBetween(from, to)
    for (const finest of this.finestOf(accountId)) {
      for (const day of days) {
        for (const [hour, measures] of this.hours(finest.id, day)) {
          if (!isNothing(measures)) yield { ...finest, day, hour, measures }
        }
      }
    }
  }

  total(accountId: string, from: string, to: string): Measures {
    return this.cells(accountId, from, to).reduce((sum, { measures }) => plus(sum, measures), nothing)
  }

  put(finestId: string, day: string, hour: number, measures: Measures): void {
    const changed = new Map(this.hours(finestId, day))
    if (isNothing(measures)) changed.delete(hour)
    else changed.set(hour, measures)
    this.#changed.set(`${finestId} ${day}`, changed)
  }

  /** Changes all facts of an account on a day, as a later attribution or a correction of the platform does. */
  restate(accountId: string, day: string, change: (measures: Measures, cell: Cell) => Measures): void {
    const cells = this.cells(accountId, day, day).toArray()
    for (const cell of cells) {
      this.put(cell.id, day, cell.hour, change(cell.measures, cell))
    }
  }

  /** Removes the facts of an entity on a day: rows that an earlier report had, and a later one has not. */
  vanish(finestId: string, day: string): void {
    this.#changed.set(`${finestId} ${day}`, new Map())
  }

  /** Deletes an ad. Its facts stay in the totals of its parents. */
  deleteAd(adId: string): void {
    const ad = this.ads.get(adId)
    if (!ad) throw new Error(`There is no ad ${adId}.`)
    ad.status = 'deleted'
  }

  deleteCampaign(campaignId: string): void {
    const campaign = this.campaigns.get(campaignId)
    if (!campaign) throw new Error(`There is no campaign ${campaignId}.`)
    for (const each of [campaign, ...this.groups.values(), ...this.ads.values()]) {
      if (each === campaign || ('campaignId' in each && each.campaignId === campaignId)) each.status = 'deleted'
    }
  }

  /** Removes an account from the platform, with everything in it. */
  removeAccount(accountId: string): void {
    this.accounts.delete(accountId)
    for (const entities of [this.campaigns, this.groups, this.ads]) {
      for (const [id, entity] of entities) if (entity.accountId === accountId) entities.delete(id)
    }
  }

  #accountOf(finestId: string): string {
    return (this.ads.get(finestId) ?? this.campaigns.get(finestId))?.accountId ?? ''
  }
}
