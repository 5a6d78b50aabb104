import type { EntityName } from './entities/names.ts'
import type { PlatformAlias } from './entities/platforms.ts'

/** What the parser must know of a brand. */
export interface QuestionContext {
  today: string
  timezone: string
  currency: string
  names: EntityName[]
  /** The connected ones. */
  platforms: string[]
  platform_aliases: PlatformAlias[]
  /** The metrics of imported orders that no ad report holds. */
  unreported?: string[]
}
