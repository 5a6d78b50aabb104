import type { Context } from 'hono'
import { sha256Hex } from '../../../shared/credentials/sha256.ts'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { depthMax, isTooDeep, requestFingerprint } from '../request_fingerprint.ts'
import { sessionCaller } from '../session_caller.ts'
import { acpError } from './acp_error.ts'

/** Returns the error of a body that is nested too deeply, or null. */
export function depthError(body: unknown): ApiError | null {
  return isTooDeep(body) ? acpError(400, 'invalid', `The body must have at most ${depthMax} levels.`) : null
}

/** Returns the parameters of SQL that identify a request. The database gets hashes only. */
export function identityOf(
  context: Context<AppEnv>,
  credentialHash: Uint8Array | null,
  { key, body, hops }: { key: string; body: unknown; hops: number },
) {
  return {
    caller: sessionCaller(context, credentialHash, hops),
    idempotency_key: sha256Hex(key),
    fingerprint: requestFingerprint(key, body),
  }
}
