import type { Context } from 'hono'

/** `remoteAddress` is the address of the socket's peer, set by the server. */
export interface AppEnv {
  Bindings: { remoteAddress?: string }
  Variables: { requestId: string; traceId?: string; operation?: string; keyId?: string | null }
}

export type Handler = (context: Context<AppEnv>) => Response | Promise<Response>
