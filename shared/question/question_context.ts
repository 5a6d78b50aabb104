import type { Range } from '../calendar/days.ts'
import type { EntityName } from './entities/names.ts'
import type { PlatformAlias } from './entities/platforms.ts'

/** The data of a brand that the interpretation of a question requires. */
export interface QuestionContext {
  today: string
  timezone: string
  currency: string
  names: EntityName[]
  /** Names of accounts and ads, by which questions are not filtered. */
  other_names?: EntityName[]
  /** How many other names the brand has, with which no word is compared. */
  names_left_out?: number
  /** The connected platforms. */
  platforms: string[]
  platform_aliases: PlatformAlias[]
  /** The channels of the journeys to orders, ad platforms included. */
  channels?: string[]
  brand_name?: string
  /** Whether the brand has imported orders. */
  has_orders?: boolean
  /** Whether an experiment of the brand has a result. */
  has_experiments?: boolean
  /** Whether the brand has ever set a target or a budget. */
  has_targets?: boolean
  /** Whether a platform reports daily budgets. */
  has_daily_budgets?: boolean
  /** Metrics of imported orders that no ad report contains. */
  unreported?: string[]
  /** The targets of the brand for the current month. */
  target?: { roas: number | null; cpa: number | null } | null
  /** The days of a question that names no time. Default: the last 30 complete days. */
  default_days?: Range | undefined
}
