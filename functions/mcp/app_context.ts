import type { Services } from '../../shared/http/app.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import type { McpOptions } from './options.ts'

/** What every handler of this door works with. */
export interface AppContext extends McpOptions {
  services: Services
  /** The audience of the access tokens that it takes: its own address. */
  resource: string
  keyPrefixes: readonly KeyPrefix[]
}
