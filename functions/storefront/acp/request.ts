import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { sha256Hex } from '../../../shared/credentials/sha256.ts'
import type { ApiError } from '../../../shared/errors/api_error.ts'
import type { AppEnv } from '../../../shared/http/app_env.ts'
import { sessionCaller } from '../session_caller.ts'
import { acpError } from './acp_error.ts'

const depthMax = 32

/** Returns the error of a body that is nested too deeply, or null. */
export function depthError(body: unknown): ApiError | null {
  let level: unknown[] = [body]
  for (let depth = 0; depth <= depthMax; depth += 1) {
    level = level
      .filter((value) => value !== null && typeof value === 'object')
      .flatMap((value) => Object.values(value as object))
    if (level.length === 0) return null
  }
  return acpError('invalid_request', 'invalid', `The body must have at most ${depthMax} levels.`)
}

/** Returns the text of a JSON value with the members of objects in order, so that equal values have equal texts. */
function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}

/**
 * Returns the parameters of SQL that identify a request. The database gets hashes only. That of the body is keyed with the idempotency
 * key, which is not stored: a body with payment data cannot be guessed from it.
 */
export function identityOf(
  context: Context<AppEnv>,
  credentialHash: Uint8Array | null,
  { key, body, hops }: { key: string; body: unknown; hops: number },
) {
  return {
    caller: sessionCaller(context, credentialHash, hops),
    idempotency_key: sha256Hex(key),
    fingerprint: createHmac('sha256', key).update(canonicalJson(body)).digest('hex'),
  }
}
