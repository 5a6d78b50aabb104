import { agentName } from './web_bot_auth.ts'
import type { Recognized } from './web_bot_auth.ts'
import { covers, coversField, faultOfSignature, faultOfTimes, isUsable, thumbprint } from './signed_request.ts'
import type { MessageSignature, PublicKey, Signed, SignatureFault } from './signed_request.ts'

/**
 * Returns the platform of a request by the keys of its profile (Universal Commerce Protocol, Message Signatures, REST Request
 * Verification). Null if no signature is for this protocol. Signatures with the tag of Web Bot Auth may come from a proxy of the
 * platform: a valid one identifies the platform, and an invalid one is ignored.
 */
export async function recognizePlatform(
  signed: Signed,
  profile: string,
  keys: readonly PublicKey[],
): Promise<Recognized | null> {
  let fault: SignatureFault | null = null
  for (const signature of signed.signatures) {
    const tag = signature.parameters.get('tag')
    if (tag !== undefined && tag !== 'web-bot-auth') continue
    const wrong = await faultOf(signature, signed, keys)
    if (!wrong) return { agent: agentName(new URL(profile)) }
    if (tag === undefined) fault = wrong
  }
  return fault && { fault }
}

async function faultOf(
  signature: MessageSignature,
  { request }: Signed,
  keys: readonly PublicKey[],
): Promise<SignatureFault | null> {
  if (!coversAll(signature, request)) return 'component_missing'
  const fault = faultOfTimes(signature)
  if (fault) return fault
  const keyId = signature.parameters.get('keyid')
  const key = keys.find(({ kid, ...rest }) => typeof kid === 'string' && kid === keyId && isUsable(rest))
  if (!key) return 'key_not_found'
  if (signature.parameters.get('tag') !== undefined && (await thumbprint(key)) !== keyId) return 'key_not_found'
  return await faultOfSignature(request, signature, key)
}

/** Whether a signature covers what the protocol requires: target, body, and the fields that name the sender and the attempt. */
function coversAll(signature: MessageSignature, { url, headers, body }: Signed['request']): boolean {
  const derived = ['@method', '@authority', '@path', ...(url.search ? ['@query'] : [])]
  const fields = ['ucp-agent', 'signature-agent', 'idempotency-key'].filter((name) => headers.has(name))
  const ofBody = body.length > 0 ? ['content-digest', 'content-type'] : []
  return (
    [...derived, ...ofBody].every((name) => covers(signature, name)) &&
    fields.every((name) => coversField(signature, name))
  )
}
