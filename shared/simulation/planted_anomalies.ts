import { dateOf } from './calendar.ts'
import type { CampaignPlan, Detector } from './plan.ts'

export interface PlantedAnomaly {
  date: string
  detector: Detector
  /** A campaign by its number, or all campaigns of a platform. */
  target: number | string
}

/** Days between two anomalies of a detector: three of each in sixty days. */
const cycleDays = 20
const plants: { remainder: number; detector: Detector; targets: (number | string)[] }[] = [
  // Detectors test ratios at ten or more expected conversions a day, so the largest campaigns are chosen.
  { remainder: 4, detector: 'cpa_spike', targets: [6, 8, 6] },
  // A wrongly reported value affects the whole account.
  { remainder: 11, detector: 'roas_drop', targets: ['meta', 'google', 'meta'] },
  { remainder: 17, detector: 'spend_surge', targets: [17, 5, 9, 3, 12] },
]

/** Returns the anomaly of a campaign on a day. Each detector has one target and one day in every twenty days. */
export function plantedOn(day: number, { number, platform }: CampaignPlan): Detector | undefined {
  return plants.find(({ remainder, targets }) => {
    if (remainder !== day % cycleDays) return false
    const target = targetOn(day, targets)
    return target === number || target === platform
  })?.detector
}

/** Returns all planted anomalies from firstDay to lastDay. */
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
