import type { EntityName } from './entities/names.ts'
import type { PlatformAlias } from './entities/platforms.ts'

/** What the grammar needs to know of a brand. */
export interface QuestionContext {
  today: string
  timezone: string
  currency: string
  names: EntityName[]
  /** The connected platforms. */
  platforms: string[]
  platform_aliases: PlatformAlias[]
  /** Metrics of imported orders that no ad report contains. */
  unreported?: string[]
}
