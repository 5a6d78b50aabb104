/** How much of the limits is used, as the headers of each reply say (Marketing API, rate limiting). */
export interface Usage {
  /** The highest share of a limit, in per cent. */
  percent: number
  /** 0 unless the platform refuses requests. */
  secondsToRegainAccess: number
}

type Figures = Record<string, unknown>

const percentNames = ['call_count', 'total_cputime', 'total_time', 'acc_id_util_pct', 'app_id_util_pct']

/** Requests slow down above this share, and stop for some minutes above the second one. */
const slowPercent = 75
const fullPercent = 95
const secondsPerPercent = 3
const secondsWhenFull = 300

export function usageOf(headers: Headers): Usage {
  const entries = ['x-app-usage', 'x-ad-account-usage', 'x-fb-ads-insights-throttle'].map((name) => read(headers, name))
  for (const list of Object.values(read(headers, 'x-business-use-case-usage'))) {
    if (Array.isArray(list)) entries.push(...(list as Figures[]))
  }
  const percents = entries.flatMap((entry) => percentNames.map((name) => numberOf(entry[name])))
  const minutes = entries.map((entry) => numberOf(entry['estimated_time_to_regain_access']))
  return { percent: Math.max(0, ...percents), secondsToRegainAccess: Math.max(0, ...minutes) * 60 }
}

/** Returns how long to wait before the next request, in seconds. */
export function waitOf({ percent, secondsToRegainAccess }: Usage): number {
  if (percent <= slowPercent) return 0
  if (percent < fullPercent) return Math.round((percent - slowPercent) * secondsPerPercent)
  return secondsToRegainAccess > 0 ? secondsToRegainAccess : secondsWhenFull
}

function read(headers: Headers, name: string): Figures {
  try {
    const value: unknown = JSON.parse(headers.get(name) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Figures) : {}
  } catch {
    return {}
  }
}

function numberOf(value: unknown): number {
  const number = Number(value ?? 0)
  return Number.isFinite(number) ? number : 0
}
