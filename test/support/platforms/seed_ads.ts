import type { AdAccount, AdLedger, Campaign, Hours, Measures } from './ad_ledger.ts'
import { dayNumber, hoursOf } from './days.ts'
import { smallestAmount } from './money.ts'
import { Random } from './random.ts'

export interface AdSeed {
  account: AdAccount
  seed: number
  /** The first and the last day that have facts. */
  from: string
  to: string
  campaigns?: number
  groupsPerCampaign?: number
  adsPerGroup?: number
  campaignsWithoutAds?: number
  /** How many hours of a day have facts, at most. */
  hoursPerDay?: number
  /** Google reports fractions of conversions. */
  hasFractionalConversions?: boolean
  /** Returns an id in the form of the platform. */
  id: (random: Random) => string
}

/** Fills an account with campaigns, groups, ads and facts. The same seed gives the same account. */
export function seedAds(ledger: AdLedger, seed: AdSeed): AdAccount {
  const { account, campaigns = 2, groupsPerCampaign = 2, adsPerGroup = 2, campaignsWithoutAds = 0 } = seed
  const random = new Random(seed.seed)
  const accountId = ledger.addAccount(account).id
  const numbers = new Map<string, number>()
  const nextId = () => {
    const id = seed.id(random)
    numbers.set(id, numbers.size)
    return id
  }
  const addCampaign = (name: string, hasAds: boolean): Campaign =>
    ledger.addCampaign({
      id: nextId(),
      accountId,
      name,
      hasAds,
      status: 'active',
      dailyBudget: BigInt(random.integer(10, 200)) * 1_000_000n,
      createdDay: seed.from,
    })
  for (let one = 1; one <= campaigns; one++) {
    const campaignId = addCampaign(`Campaign ${one}`, true).id
    for (let two = 1; two <= groupsPerCampaign; two++) {
      const parents = { accountId, campaignId, status: 'active' as const }
      const groupId = ledger.addGroup({ ...parents, id: nextId(), name: `Group ${one}.${two}` }).id
      for (let three = 1; three <= adsPerGroup; three++) {
        ledger.addAd({ ...parents, groupId, id: nextId(), name: `Ad ${one}.${two}.${three} – "new", 50 % off` })
      }
    }
  }
  for (let one = 1; one <= campaignsWithoutAds; one++) addCampaign(`Without ads ${one}`, false)
  const generator = factsOf(seed)
  ledger.generate(accountId, (finestId, day) => generator(numbers.get(finestId) ?? 0, day))
  return account
}

function factsOf(seed: AdSeed): (number: number, day: string) => Hours {
  const { account, from, to, hoursPerDay = 4, hasFractionalConversions = false } = seed
  const unit = smallestAmount(account.currency)
  const hoursByDay = new Map<string, number[]>()
  return (number, day) => {
    if (day < from || day > to) return new Map()
    const random = new Random(seed.seed, number, dayNumber(day))
    if (random.fraction() < 0.05) return new Map()
    let hours = hoursByDay.get(day)
    if (!hours) hoursByDay.set(day, (hours = hoursOf(day, account.timezone)))
    const facts = new Map<number, Measures>()
    for (let count = 0; count < hoursPerDay; count++) {
      const hour = random.pick(hours)
      if (!facts.has(hour)) facts.set(hour, measuresOf(random, unit, hasFractionalConversions))
    }
    return facts
  }
}

function measuresOf(random: Random, unit: bigint, hasFractions: boolean): Measures {
  const impressions = random.integer(20, 2_000)
  const clicks = Math.floor(impressions * random.fraction() * 0.04)
  const orders = Math.floor(clicks * random.fraction() * 0.3)
  const share = hasFractions && orders > 0 ? BigInt(random.integer(1, 99)) * 10_000n : 0n
  // The last digits vary, so that a sum with floating point shows its error.
  const spend = BigInt(clicks) * (BigInt(random.integer(20, 300)) * 10_000n) + BigInt(random.integer(0, 99)) * 10_000n
  return {
    spend: spend - (spend % unit),
    impressions: BigInt(impressions),
    clicks: BigInt(clicks),
    conversions: BigInt(orders) * 1_000_000n - share,
    revenue: roundTo(BigInt(orders) * BigInt(random.integer(1_999, 9_999)) * 10_000n, unit),
  }
}

function roundTo(micros: bigint, unit: bigint): bigint {
  return micros - (micros % unit)
}
