import { dateOf } from './calendar.ts'
import type { CampaignPlan, Detector } from './plan.ts'

export interface PlantedAnomaly {
  date: string
  detector: Detector
  /** A campaign by its number, or all campaigns of a platform. */
  target: number | string
}

/** Days from one anomaly of a detector to its next: three of each in sixty days. */
const cycleDays = 20
const plants: { remainder: number; detector: Detector; targets: (number | string)[] }[] = [
  // Ratios are tested where ten conversions or more are expected of a day: the largest campaigns.
  { remainder: 4, detector: 'cpa_spike', targets: [6, 8, 6] },
  // A value that is reported wrongly is so for the whole account.
  { remainder: 11, detector: 'roas_drop', targets: ['meta', 'google', 'meta'] },
  { remainder: 17, detector: 'spend_surge', targets: [17, 5, 9, 3, 12] },
]

/** What is planted in a campaign on a day: every twenty days each detector has one target and one day to find. */
export function plantedOn(day: number, { number, platform }: CampaignPlan): Detector | undefined {
  return plants.find(({ remainder, targets }) => {
    if (remainder !== day % cycleDays) return false
    const target = targetOn(day, targets)
    return target === number || target === platform
  })?.detector
}

/** All that is planted from one day through another. */
export function plantedBetween(firstDay: number, lastDay: number): PlantedAnomaly[] {
  const planted: PlantedAnomaly[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    for (const { remainder, detector, targets } of plants) {
      if (remainder === day % cycleDays) planted.push({ date: dateOf(day), detector, target: targetOn(day, targets) })
    }
  }
  return planted
}

function targetOn(day: number, targets: (number | string)[]): number | string {
  return targets[Math.floor(day / cycleDays) % targets.length] as number | string
}
