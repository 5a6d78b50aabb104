import type { Context } from 'hono'
import type { NewTokens, TokenAnswer } from '../../../shared/db/oauth.ts'
import { sha256 } from '../../../shared/credentials/sha256.ts'
import { base64Url, createToken, isSecret, parseToken } from '../../../shared/credentials/tokens.ts'
import { callerIp } from '../../../shared/http/limits/client_ip.ts'
import type { Handler } from '../../../shared/http/app_env.ts'
import type { AppContext } from '../app_context.ts'
import { readParameters } from '../../../shared/http/input/form.ts'
import { openPair, sealPair } from './token_pair.ts'
import type { TokenPair } from './token_pair.ts'

type Parameters = Record<string, string>

const neverIssued = new Uint8Array(32)

/** The token endpoint (RFC 6749, section 3.2) for public clients, with PKCE (RFC 7636) and resource indicators (RFC 8707). */
export function token(app: AppContext): Handler {
  return async (context) => {
    context.header('Cache-Control', 'no-store')
    context.header('Pragma', 'no-cache')
    const given = await readParameters(context)
    const exchange = exchanges.get(given.grant_type ?? '')
    const missing = ['grant_type', ...(exchange?.required ?? [])].find((name) => !given[name])
    if (missing) return refuse(context, 'invalid_request', `\`${missing}\` is required.`)
    if (!exchange) {
      const description = '`grant_type` must be authorization_code or refresh_token.'
      return refuse(context, 'unsupported_grant_type', description)
    }
    const pair = { access_token: createToken('access'), refresh_token: createToken('refresh') }
    const result = await exchange.run(app, given, pair, callerIp(context, app.trustedProxyHops))
    if (result.refusal) return context.json(result.refusal, result.refusal.error === 'invalid_client' ? 401 : 400)
    if (result.sealed_pair) {
      return context.json({ ...result.body, ...(await openPair(result.sealed_pair, given.refresh_token as string)) })
    }
    return context.json({
      ...result.body,
      ...pair,
      refresh_token: result.has_refresh_token ? pair.refresh_token : undefined,
    })
  }
}

interface AuthorizationExchange {
  required: readonly string[]
  run: (app: AppContext, given: Parameters, pair: TokenPair, clientIp: string) => Promise<TokenAnswer>
}

const exchanges = new Map<string, AuthorizationExchange>(
  Object.entries({
    authorization_code: {
      required: ['client_id', 'code', 'redirect_uri', 'code_verifier'],
      run: async ({ store }, given, pair, clientIp) => {
        const exchange = {
          codeHash: isSecret(given.code as string) ? sha256(given.code as string) : neverIssued,
          clientId: given.client_id as string,
          redirectUri: given.redirect_uri as string,
          codeChallenge: challengeOf(given.code_verifier as string),
          resource: given.resource ?? null,
        }
        return await store.exchangeCode(exchange, hashesOf(pair), clientIp)
      },
    },
    refresh_token: {
      required: ['client_id', 'refresh_token'],
      run: async ({ store, refreshGraceSeconds: graceSeconds }, given, pair, clientIp) => {
        const refresh = {
          tokenHash: parseToken(given.refresh_token as string, 'refresh') ?? neverIssued,
          clientId: given.client_id as string,
          scope: given.scope ?? null,
          resource: given.resource ?? null,
          sealedPair: graceSeconds > 0 ? await sealPair(pair, given.refresh_token as string) : null,
          graceSeconds,
        }
        return await store.refresh(refresh, hashesOf(pair), clientIp)
      },
    },
  } satisfies Record<string, AuthorizationExchange>),
)

function hashesOf(pair: TokenPair): NewTokens {
  return { accessHash: sha256(pair.access_token), refreshHash: sha256(pair.refresh_token) }
}

/** Returns the S256 challenge (RFC 7636, section 4.6). A malformed verifier (section 4.1) returns '', which matches no challenge. */
function challengeOf(verifier: string): string {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) ? base64Url(sha256(verifier)) : ''
}

function refuse(context: Context, error: string, description: string): Response {
  return context.json({ error, error_description: description }, 400)
}
