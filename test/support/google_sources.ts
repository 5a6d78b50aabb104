import { createHash, randomBytes } from 'node:crypto'
import type { Call } from '../../shared/sources/call.ts'
import { send } from '../../shared/sources/send.ts'
import type { AuthorizationResponse, Grant, Platform } from '../../shared/sources/platform.ts'
import type { Addresses } from '../../shared/sources/platform_settings.ts'
import { SourceError } from '../../shared/sources/source_error.ts'
import { decide } from './platforms/consent.ts'
import type { Decision } from './platforms/consent.ts'
import type { GoogleIdentity } from './platforms/google_identity/google_identity.ts'

export const redirectUri = 'http://127.0.0.1:9/callback'

/** A client of a Google platform with a person who gives access. */
export interface GoogleSource {
  call: Call
  grant: Grant
  /** Sends the person to the consent page. Returns what the platform sent back. */
  consent: (decision?: Partial<Decision>) => Promise<AuthorizationResponse>
  connect: (decision?: Partial<Decision>) => Promise<void>
}

/** Returns a client that is connected to a local server. */
export async function connectGoogle(
  platform: Platform,
  identity: GoogleIdentity,
  environment: Partial<Addresses>,
): Promise<GoogleSource> {
  const call: Call = {
    settings: {
      app: { clientId: identity.client.id, clientSecret: identity.client.secret },
      version: platform.version,
      addresses: { ...identity.environment, ...environment } as Addresses,
    },
    accessToken: '',
    now: () => new Date('2026-11-22T12:00:00Z'),
    send,
  }
  const source: GoogleSource = {
    call,
    grant: { accessToken: '', scopes: [] },
    consent: async (decision = {}) => {
      const codeVerifier = randomBytes(32).toString('base64url')
      const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
      const url = platform.authorizationUrl(call.settings, { state: 'a state', redirectUri, codeChallenge })
      const { searchParams } = await decide(url, { approve: true, ...decision })
      return { parameters: searchParams, redirectUri, codeVerifier }
    },
    connect: async (decision = {}) => {
      source.grant = await platform.exchangeCode(call, await source.consent(decision))
      call.accessToken = source.grant.accessToken
    },
  }
  await source.connect()
  return source
}

/** Returns what an error says. Fails if it, or its cause, contains a token. */
export async function errorOf(action: Promise<unknown>, { grant, call }: GoogleSource) {
  const error = await action.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SourceError)) throw new Error('Expected a SourceError.', { cause: error })
  const { reason, remedy, values, retryAfterSeconds, cause, stack } = error
  const text = JSON.stringify([values, String(cause), cause, (cause as Error | undefined)?.cause, stack])
  for (const secret of [grant.accessToken, grant.refreshToken, call.settings.app.clientSecret]) {
    if (secret && text.includes(secret)) throw new Error('The error contains a secret.')
  }
  return { reason, remedy, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }), ...values }
}

/** Returns millionths of a decimal text, exactly. */
export function millionths(text: string | undefined): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(text ?? '') ?? []
  if (whole === '') throw new Error(`${text} is not a decimal number.`)
  return BigInt(whole + fraction.padEnd(6, '0'))
}
