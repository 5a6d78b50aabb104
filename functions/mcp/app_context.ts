import type { Services } from '../../shared/http/app.ts'
import type { KeyPrefix } from '../../shared/credentials/keys.ts'
import type { McpOptions } from './options.ts'

/** The services and options that every handler of the connector receives. */
export interface AppContext extends McpOptions {
  services: Services
  /** The audience that an access token must have (RFC 8707): the address of the connector. */
  resource: string
  keyPrefixes: readonly KeyPrefix[]
}
