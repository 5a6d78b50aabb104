import type { Context } from 'hono'
import { call } from '../../../shared/db/call.ts'
import type { AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { serveCaller } from '../../../shared/http/route.ts'
import type { PlatformProfiles } from './profiles.ts'

/** A request of a caller. `profiles` are shared by all requests. */
export interface UcpRequest {
  context: Context<AppEnv>
  credentialHash: Uint8Array | null
  options: AppOptions
  profiles: PlatformProfiles
}

/** Counts a request that runs no operation. Throws 401, 429 or 503. */
export async function countRequest({ context, credentialHash, options }: UcpRequest): Promise<void> {
  const { error } = await serveCaller(context, credentialHash, options, (caller) =>
    call(options.services.database, { ...caller, operation: null, input: {} }),
  )
  if (error) throw error
}
