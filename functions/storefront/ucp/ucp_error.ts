import { ApiError } from '../../../shared/errors/api_error.ts'
import type { ErrorCode } from '../../../shared/errors/api_error.ts'
import type { SignatureFault } from '../../../shared/http/signatures/signed_request.ts'
import type { UcpCall } from './ucp_call.ts'

/**
 * The statuses of transport errors (Universal Commerce Protocol, Error Codes, Negotiation Errors and Signature Errors), and their
 * codes of JSON-RPC.
 */
const errors = {
  invalid_profile_url: [400, -32001],
  profile_unreachable: [424, -32001],
  profile_malformed: [422, -32001],
  version_unsupported: [422, -32001],
  profile_not_trusted: [403, -32000],
  signature_missing: [401, -32000],
  signature_invalid: [401, -32000],
  key_not_found: [401, -32000],
  digest_mismatch: [400, -32600],
  algorithm_unsupported: [400, -32600],
} as const
type UcpErrorCode = keyof typeof errors

/** The codes of JSON-RPC. The status of the response says more. */
const rpcCodes: Partial<Record<ErrorCode, number>> = { invalid_request: -32602, internal_error: -32603 }

/** Returns the error of a request whose platform profile, version or signature prevents its processing. */
export function ucpError(code: UcpErrorCode, message: string): ApiError {
  const [status] = errors[code]
  return new ApiError(status === 401 ? 'unauthorized' : 'invalid_request', message, { protocol: { code, status } })
}

/** Returns the code of an error in JSON-RPC (Error Codes). */
export function rpcCodeOf({ code, protocol }: ApiError): number {
  return errors[protocol?.code as UcpErrorCode]?.[1] ?? rpcCodes[code] ?? -32000
}

/** Returns an error of an operation with the code and the status that the protocol has for it, if these are others. */
export function inUcp(error: ApiError): ApiError {
  if (error.code === 'idempotency_conflict') return error.inProtocol({ code: error.code, status: 409 })
  if (error.reason === 'this_key_acts_for_another_platform') {
    return error.inProtocol({ code: 'profile_not_trusted', status: 403 })
  }
  return error.reason === 'has_too_many_ids' ? error.inProtocol({ code: 'request_too_large', status: 400 }) : error
}

/** Returns the response for an error that is a business outcome of the protocol, or null for a transport error. */
export function outcomeOf({ failed }: UcpCall, error: ApiError): Record<string, unknown> | null {
  return failed && !inUcp(error).protocol ? failed(error) : null
}

const sentences: Partial<Record<SignatureFault, string>> = {
  component_missing:
    'The signature must cover @method, @authority, @path, @query of a query, content-digest and content-type of a body, and ' +
    'the headers UCP-Agent, Signature-Agent and Idempotency-Key that the request has.',
  expired: 'The signature has expired.',
  not_yet_valid: 'The signature was created in the future.',
  signature_missing: 'A signed request has both fields, Signature-Input and Signature.',
  malformed: 'Signature-Input and Signature must be dictionaries with the same labels (RFC 9421).',
  key_not_found: 'The profile of the platform has no signing key with the `keyid` of the signature.',
  digest_mismatch: 'Content-Digest is not the digest of the body.',
  algorithm_unsupported: 'The algorithm of the signing key is not supported. Use ES256 or Ed25519.',
}

/** Returns the error of a request that is signed wrongly. */
export function signatureError(fault: SignatureFault): ApiError {
  return ucpError(
    fault in errors ? (fault as UcpErrorCode) : 'signature_invalid',
    sentences[fault] ?? 'The signature is not valid for this request.',
  )
}
