import postgres from 'postgres'
import { codeOf, unavailable } from '../errors/api_error.ts'
import { refusalOf } from '../errors/refusal.ts'
import { query } from './query.ts'
import type { Database } from './pool.ts'

/** What a client is, as it registers or as its document says. */
export interface ClientDescription {
  client_name: string | null
  redirect_uris: string[]
  grant_types: string[]
  metadata: Record<string, unknown>
}

/** The hashes by which the database knows whoever looks at a page. */
export interface Viewer {
  browserHash: Uint8Array
  sessionHash: Uint8Array
}

/** Where to send the browser back to, and with what. */
export interface Redirection {
  redirect_uri: string
  state: string | null
  error?: string
  error_description?: string
  is_approved?: boolean
  /** Approved without a scope or without a brand: nothing was decided, and there is nowhere to redirect to. */
  is_incomplete?: boolean
}

export interface ShownRequest {
  client_name: string | null
  client_id: string
  is_document: boolean
  redirect_uri: string
  is_signed_in: boolean
  person: string | null
  grant_days: number
  scopes: { scope: string; title: string; meaning: string; is_ticked: boolean; is_highlighted: boolean }[]
  brands: { brand_id: string; name: string; is_ticked: boolean }[]
}

export interface Grants {
  person: string
  data: {
    id: string
    client_id: string
    client_name: string | null
    redirect_uri: string
    resource: string
    /** Where the consent was given, for example "Chrome on macOS". */
    device: string | null
    scopes: string[]
    /** The scopes in words. */
    permissions: string[]
    brands: { id: string; name: string }[]
    created_at: string
    expires_at: string
    last_used_at: string | null
  }[]
}

/** An answer of the token endpoint, tokens not included: the database never sees them. */
export interface TokenAnswer {
  status: 200 | 400 | 401
  body: Record<string, unknown>
  has_refresh_token?: boolean
  /** Of a repeated refresh: the tokens of the first answer, for whoever holds the token that they were given for. */
  sealed_pair?: string
}

export interface Decision {
  requestHash: Uint8Array
  isApproved: boolean
  scopes: string[]
  brandIds: string[]
  codeHash: Uint8Array
  /** Browser and operating system of the person, or null. */
  device: string | null
}

export interface CodeExchange {
  codeHash: Uint8Array
  clientId: string
  redirectUri: string
  codeChallenge: string
  resource: string | null
}

export interface Refresh {
  tokenHash: Uint8Array
  clientId: string
  scope: string | null
  resource: string | null
  /** Kept for as long as the grace, in which the same request has the same answer. */
  sealedPair: string | null
  graceSeconds: number
}

export interface NewTokens {
  accessHash: Uint8Array
  refreshHash: Uint8Array
}

/** One that is not asked before somebody waits for it. */
type Query = Promise<readonly { [column: string]: unknown }[]>

export type OauthStore = ReturnType<typeof oauthStore>

/** The functions of sql/oauth that the login of the functions may execute, and no more than their call. */
export function oauthStore(database: Database, resource: string) {
  const answer = <Answer>(query: Query) => answerOf<Answer>(database, query)
  return {
    registerClient: (client: ClientDescription, clientIp: string) =>
      answer<Record<string, unknown>>(database`
        select oauth.register_client(${client.client_name}, ${client.redirect_uris}, ${client.grant_types},
          ${database.json(client.metadata as never)}, ${clientIp}) as answer`),

    findClientDocument: (clientId: string, clientIp: string) =>
      answer<boolean>(database`select oauth.find_client_document(${clientId}, ${clientIp}) as answer`),

    keepClientDocument: (clientId: string, client: ClientDescription, secondsFresh: number) =>
      answer<void>(database`
        select oauth.keep_client_document(${clientId}, ${client.client_name}, ${client.redirect_uris}, ${client.grant_types},
          ${database.json(client.metadata as never)}, ${secondsFresh}) as answer`),

    requestAuthorization: (
      parameters: Record<string, string[]>,
      state: string | null,
      requestHash: Uint8Array,
      browserHash: Uint8Array,
      clientIp: string,
    ) =>
      answer<Partial<Redirection> & { refused?: string }>(database`
        select oauth.request_authorization(${database.json(parameters)}, ${state}, ${resource}, ${requestHash}, ${browserHash},
          ${clientIp}) as answer`),

    showRequest: (requestHash: Uint8Array, viewer: Viewer) =>
      answer<ShownRequest>(database`
        select oauth.show_request(${requestHash}, ${viewer.browserHash}, ${viewer.sessionHash}) as answer`),

    admitSignIn: (email: string, clientIp: string) =>
      answer<void>(database`select oauth.admit_sign_in(${email}, ${clientIp}) as answer`),

    failSignIn: (email: string, clientIp: string) =>
      answer<void>(database`select oauth.fail_sign_in(${email}, ${clientIp}) as answer`),

    signIn: (email: string, password: string, sessionHash: Uint8Array, clientIp: string) =>
      answer<boolean>(database`select oauth.sign_in(${email}, ${password}, ${sessionHash}, ${clientIp}) as answer`),

    enterHostedSession: (hostedSessionId: string, sessionHash: Uint8Array, clientIp: string) =>
      answer<boolean>(database`
        select oauth.enter_hosted_session(${hostedSessionId}, ${sessionHash}, ${clientIp}) as answer`),

    signOut: (sessionHash: Uint8Array) => answer<void>(database`select oauth.sign_out(${sessionHash}) as answer`),

    decide: (decision: Decision, viewer: Viewer, clientIp: string) =>
      answer<Redirection>(database`
        select oauth.decide(${decision.requestHash}, ${viewer.browserHash}, ${viewer.sessionHash}, ${decision.isApproved},
          ${decision.scopes}, ${decision.brandIds}, ${decision.codeHash}, ${clientIp},
          ${decision.device}) as answer`),

    exchangeCode: (exchange: CodeExchange, tokens: NewTokens, clientIp: string) =>
      answer<TokenAnswer>(database`
        select oauth.exchange_code(${exchange.codeHash}, ${exchange.clientId}, ${exchange.redirectUri},
          ${exchange.codeChallenge}, ${exchange.resource}, ${resource}, ${tokens.accessHash}, ${tokens.refreshHash},
          ${clientIp}) as answer`),

    refresh: (refresh: Refresh, tokens: NewTokens, clientIp: string) =>
      answer<TokenAnswer>(database`
        select oauth.refresh(${refresh.tokenHash}, ${refresh.clientId}, ${refresh.scope}, ${refresh.resource}, ${resource},
          ${tokens.accessHash}, ${tokens.refreshHash}, ${clientIp}, ${refresh.sealedPair}, ${refresh.graceSeconds}) as answer`),

    revokeToken: (tokenHash: Uint8Array, clientId: string | null, clientIp: string) =>
      answer<void>(database`select oauth.revoke_token(${tokenHash}, ${clientId}, ${clientIp}) as answer`),

    grants: (sessionHash: Uint8Array) => answer<Grants>(database`select oauth.grants(${sessionHash}) as answer`),

    /** The id may stand in an address, where NUL can be written: no grant has one with it, and Postgres takes none. */
    revokeGrant: (sessionHash: Uint8Array, grantId: string, clientIp: string) =>
      answer<void>(
        database`select oauth.revoke_grant(${sessionHash}, ${grantId.replaceAll('\0', '')}, ${clientIp}) as answer`,
      ),
  }
}

/** Throws what SQL refuses on purpose with its sentence; any other failure is a 503, and nothing is granted. */
async function answerOf<Answer>(database: Database, statement: Query): Promise<Answer> {
  try {
    const rows = await query(database, () => statement)
    return rows[0]?.answer as Answer
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || codeOf(cause.code) === null) throw unavailable(cause)
    const { page } = await import('../sentences/audience.ts')
    throw await refusalOf({ status: cause.code, message: cause.message, detail: cause.detail ?? null }, page)
  }
}
