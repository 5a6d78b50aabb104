/** A setting of simulated brands that run a switch-back experiment. */
export interface PanelSetting {
  name: string
  pairs: number
  blockDays: number
  washoutDays: number
  /** Mean orders a day. */
  orders: number
  /** Relative size of the weekday pattern. */
  weekdays: number
  /** Relative change over the experiment. */
  trend: number
  /** Correlation of the demand of consecutive days, and its standard deviation relative to the mean. */
  correlation: number
  swing: number
  /** Share of the effect that ads still have on the first and on later days after they were switched off. */
  carryOver?: readonly number[]
}

export interface Panel {
  /** Orders of the 70 days before `past`, of the past from which analytics.experiment_power plans, and of the experiment. */
  before: number[]
  past: number[]
  days: number[]
  /** Draws the orders that ads add to the days on which they are on. */
  withEffect: (effect: number) => number[]
  isOnFirst: boolean[]
}

const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** A Poisson number, by multiplication below a mean of 30 and by its normal approximation above. */
function poisson(mean: number, random: () => number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-Math.max(mean, 0))
  let count = -1
  for (let product = 1; product > limit; product *= random()) count++
  return Math.max(count, 0)
}

/** Draws the daily orders of a brand: weekday pattern, trend, autocorrelated demand and Poisson noise. */
export function drawPanel(setting: PanelSetting, random: () => number): Panel {
  const length = 2 * setting.pairs * setting.blockDays
  const pastPairs = Math.max(setting.pairs, Math.floor(182 / (2 * setting.blockDays)))
  const past = 2 * pastPairs * setting.blockDays
  const shape = Array.from({ length: 7 }, () => normal(random))
  const mean = shape.reduce((sum, value) => sum + value, 0) / 7
  let demand = setting.swing * normal(random)
  const all = Array.from({ length: 70 + past + length }, (_, day) => {
    demand = setting.correlation * demand + setting.swing * Math.sqrt(1 - setting.correlation ** 2) * normal(random)
    const weekday = 1 + setting.weekdays * Math.tanh((shape[day % 7] as number) - mean)
    const trend = 1 + (setting.trend * (day - 70 - past)) / length
    return poisson(setting.orders * Math.max(0.1, weekday * trend * (1 + demand)), random)
  })
  const isOnFirst = Array.from({ length: setting.pairs }, () => random() < 0.5)
  const days = all.slice(70 + past)
  const isOn = days.map((_, day) => {
    const block = Math.floor(day / setting.blockDays)
    return (block % 2 === 0) === isOnFirst[Math.floor(block / 2)]
  })
  const share = (day: number) => {
    if (isOn[day]) return 1
    const lastOn = isOn.slice(0, day).lastIndexOf(true)
    return lastOn < 0 ? 0 : (setting.carryOver?.[day - 1 - lastOn] ?? 0)
  }
  return {
    before: all.slice(0, 70),
    past: all.slice(70, 70 + past),
    days,
    isOnFirst,
    withEffect: (effect) =>
      days.map((orders, day) => orders + Math.sign(effect) * poisson(Math.abs(effect) * share(day), random)),
  }
}
