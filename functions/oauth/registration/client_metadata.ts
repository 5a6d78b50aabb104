import { z } from 'zod'
import type { ClientDescription } from '../../../shared/db/oauth.ts'
import { connectorScopes } from '../../../shared/connector.ts'
import { plainMessage } from '../../../shared/http/input/plain_messages.ts'
import { redirectUriError } from './redirect_uri.ts'

/** An error of client registration (RFC 7591, section 3.2.2). */
export class MetadataError extends Error {
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata'

  constructor(code: MetadataError['code'], message: string) {
    super(message)
    this.name = 'MetadataError'
    this.code = code
  }
}

// Postgres cannot store NUL or a lone surrogate. A name with a line break could imitate other text of the consent page.
const line = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .refine(
      (text) => text.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text),
      'has control characters.',
    )
const words = z.array(z.string().max(100)).max(20)

const shape = z.object({
  client_name: line(200).nullish(),
  redirect_uris: z.array(z.string()).min(1).max(10),
  grant_types: words.nullish(),
  response_types: words.nullish(),
  scope: z.string().max(2000).nullish(),
})

/** Optional plain-text fields that are stored. Values that are not plain text, and all other fields, are dropped. */
const textFields = ['software_id', 'software_version', 'application_type']

/** Optional URL fields that are stored. Only https is kept, so that a link cannot run a script or reach a private host. */
const urlFields = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri']
const page = line(2000).refine((address) => URL.canParse(address) && new URL(address).protocol === 'https:')

/**
 * Validates client metadata (RFC 7591, section 2). One invalid redirect URI rejects the registration; valid ones are stored
 * verbatim. Unknown fields, scopes and grant types are dropped, because clients send the same metadata to every server.
 * Throws a MetadataError.
 */
export function describeClient(given: unknown, knownSchemes: readonly string[]): ClientDescription {
  const parsed = shape.safeParse(given, { error: plainMessage })
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] as z.core.$ZodIssue
    const [name = 'body', index] = path
    const field = index === undefined ? String(name) : `${String(name)}[${String(index)}]`
    const code = name === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new MetadataError(code, `\`${field}\` ${message}`)
  }
  const { client_name, redirect_uris, grant_types, response_types, scope } = parsed.data
  for (const [index, uri] of redirect_uris.entries()) {
    const error = redirectUriError(uri, knownSchemes)
    if (error)
      throw new MetadataError('invalid_redirect_uri', `\`redirect_uris[${index}]\` ${error}. Nothing was registered.`)
  }
  if (response_types && !response_types.includes('code')) {
    throw new MetadataError('invalid_client_metadata', '`response_types` must contain code.')
  }
  const grantTypes = ['authorization_code', 'refresh_token'].filter(
    (type) => !grant_types || grant_types.includes(type),
  )
  if (!grantTypes.includes('authorization_code')) {
    throw new MetadataError('invalid_client_metadata', '`grant_types` must contain authorization_code.')
  }
  return {
    client_name: client_name ?? null,
    redirect_uris,
    grant_types: grantTypes,
    metadata: { ...optionalFields(given as Record<string, unknown>), ...knownScope(scope) },
  }
}

function optionalFields(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([
    ...textFields.map((name) => [name, given[name]]).filter(([, value]) => line(2000).safeParse(value).success),
    ...urlFields.map((name) => [name, given[name]]).filter(([, value]) => page.safeParse(value).success),
  ])
}

function knownScope(scope: string | null | undefined) {
  const known = connectorScopes.filter((name) => scope?.split(' ').includes(name))
  return known.length > 0 ? { scope: known.join(' ') } : {}
}
