import type { EntityName } from './entities/names.ts'
import type { PlatformAlias } from './entities/platforms.ts'

/** The data of a brand that the interpretation of a question requires. */
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
