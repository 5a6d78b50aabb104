import postgres from 'postgres'
import { codeOf } from '../errors/api_error.ts'
import { databaseErrorOf, refusalOf } from '../errors/refusal.ts'
import type { Raised } from '../sentences/sentence.ts'
import { query, queryError } from './query.ts'
import type { Database } from './pool.ts'

/** The metadata of a client, from its registration or its client ID metadata document. */
export interface ClientDescription {
  client_name: string | null
  redirect_uris: string[]
  grant_types: string[]
  metadata: Record<string, unknown>
}

/** The hashes that identify the browser session of a page to the database. */
export interface Viewer {
  browserHash: Uint8Array
  sessionHash: Uint8Array
}

/** An error of the protocol (RFC 6749, sections 4.1.2.1 and 5.2). */
export interface Refusal {
  error: string
  error_description: string
}

/** The redirect URI and its parameters. */
export interface Redirection {
  redirect_uri: string
  state: string | null
  refusal?: Refusal
  is_approved?: boolean
  /** Whether the approval lacks a scope or a brand. Then nothing is decided and there is no redirect. */
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
    /** The browser and system of the consent, for example "Chrome on macOS". */
    device: string | null
    scopes: string[]
    /** The titles of the scopes. */
    permissions: string[]
    brands: { id: string; name: string }[]
    created_at: string
    expires_at: string
    last_used_at: string | null
  }[]
}

/** A response of the token endpoint without the tokens: the database never receives them. */
export interface TokenAnswer {
  refusal?: Refusal
  body: Record<string, unknown>
  has_refresh_token?: boolean
  /**
   * For a repeated refresh: the tokens of the first response, encrypted so that only the holder of the refresh token
   * can decrypt them.
   */
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
  /** Stored for the grace period, in which the same request gets the same response. */
  sealedPair: string | null
  graceSeconds: number
}

export interface NewTokens {
  accessHash: Uint8Array
  refreshHash: Uint8Array
}

/** A query that postgres.js sends only when it is awaited. */
export type Query = Promise<readonly { [column: string]: unknown }[]>

export type OauthStore = ReturnType<typeof oauthStore>

/** Calls the functions of sql/oauth that the login of the functions may execute. */
export function oauthStore(database: Database, resource: string) {
  const answer = <Answer>(query: Query, clientIp: string) => answerOf<Answer>(database, query, clientIp)
  return {
    registerClient: (client: ClientDescription, clientIp: string) =>
      answer<Record<string, unknown>>(
        database`
        select oauth.register_client(${client.client_name}, ${client.redirect_uris}, ${client.grant_types},
          ${database.json(client.metadata as never)}, ${clientIp}) as answer`,
        clientIp,
      ),

    findClientDocument: (clientId: string, clientIp: string) =>
      answer<boolean>(database`select oauth.find_client_document(${clientId}, ${clientIp}) as answer`, clientIp),

    keepClientDocument: (clientId: string, client: ClientDescription, secondsFresh: number, clientIp: string) =>
      answer<void>(
        database`
        select oauth.keep_client_document(${clientId}, ${client.client_name}, ${client.redirect_uris}, ${client.grant_types},
          ${database.json(client.metadata as never)}, ${secondsFresh}) as answer`,
        clientIp,
      ),

    requestAuthorization: (
      parameters: Record<string, string[]>,
      state: string | null,
      requestHash: Uint8Array,
      browserHash: Uint8Array,
      clientIp: string,
    ) =>
      answer<Partial<Redirection>>(
        database`
        select oauth.request_authorization(${database.json(parameters)}, ${state}, ${resource}, ${requestHash}, ${browserHash},
          ${clientIp}) as answer`,
        clientIp,
      ),

    showRequest: (requestHash: Uint8Array, viewer: Viewer, clientIp: string) =>
      answer<ShownRequest>(
        database`
        select oauth.show_request(${requestHash}, ${viewer.browserHash}, ${viewer.sessionHash}) as answer`,
        clientIp,
      ),

    decide: (decision: Decision, viewer: Viewer, clientIp: string) =>
      answer<Redirection>(
        database`
        select oauth.decide(${decision.requestHash}, ${viewer.browserHash}, ${viewer.sessionHash}, ${decision.isApproved},
          ${decision.scopes}, ${decision.brandIds}, ${decision.codeHash}, ${clientIp},
          ${decision.device}) as answer`,
        clientIp,
      ),

    exchangeCode: (exchange: CodeExchange, tokens: NewTokens, clientIp: string) =>
      answer<TokenAnswer>(
        database`
        select oauth.exchange_code(${exchange.codeHash}, ${exchange.clientId}, ${exchange.redirectUri},
          ${exchange.codeChallenge}, ${exchange.resource}, ${resource}, ${tokens.accessHash}, ${tokens.refreshHash},
          ${clientIp}) as answer`,
        clientIp,
      ),

    refresh: (refresh: Refresh, tokens: NewTokens, clientIp: string) =>
      answer<TokenAnswer>(
        database`
        select oauth.refresh(${refresh.tokenHash}, ${refresh.clientId}, ${refresh.scope}, ${refresh.resource}, ${resource},
          ${tokens.accessHash}, ${tokens.refreshHash}, ${clientIp}, ${refresh.sealedPair}, ${refresh.graceSeconds}) as answer`,
        clientIp,
      ),

    revokeToken: (tokenHash: Uint8Array, clientId: string | null, clientIp: string) =>
      answer<void>(database`select oauth.revoke_token(${tokenHash}, ${clientId}, ${clientIp}) as answer`, clientIp),

    grants: (sessionHash: Uint8Array, clientIp: string) =>
      answer<Grants>(database`select oauth.grants(${sessionHash}) as answer`, clientIp),

    /** Removes NUL from the id, which may come from a URL. Postgres rejects NUL, and no grant has such an id. */
    revokeGrant: (sessionHash: Uint8Array, grantId: string, clientIp: string) =>
      answer<void>(
        database`select oauth.revoke_grant(${sessionHash}, ${grantId.replaceAll('\0', '')}, ${clientIp}) as answer`,
        clientIp,
      ),
  }
}

/**
 * Returns the result of a query. `clientIp` divides the connections, because most callers have no credential. Throws the API error for an error that SQL raises, and a 503 for any other failure.
 */
export async function answerOf<Answer>(database: Database, statement: Query, clientIp: string): Promise<Answer> {
  try {
    const rows = await query(database, clientIp, () => statement)
    return await withDescription(rows[0]?.answer as Answer)
  } catch (cause) {
    if (!(cause instanceof postgres.PostgresError) || codeOf(cause.code) === null) throw queryError(cause)
    const { page } = await import('../sentences/page_audience.ts')
    throw await refusalOf(databaseErrorOf(cause), page)
  }
}

/** Returns the answer with the sentence of its refusal (sql/oauth/record.sql) as `error_description`. */
async function withDescription<Answer>(answer: Answer): Promise<Answer> {
  const { refusal } = (answer ?? {}) as { refusal?: Raised & { error: string } }
  if (!refusal) return answer
  const { api } = await import('../sentences/audience.ts')
  const { sentenceOf } = await import('../sentences/sentence.ts')
  const description = sentenceOf(refusal, api) ?? refusal.reason.replaceAll('_', ' ')
  return { ...answer, refusal: { error: refusal.error, error_description: description } }
}
