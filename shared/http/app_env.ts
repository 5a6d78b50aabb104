import type { Context } from 'hono'
import type { SignedAgent } from './signatures/agent_recognizer.ts'

/** `remoteAddress` is the address of the socket's peer, set by the server. */
export interface AppEnv {
  Bindings: { remoteAddress?: string }
  Variables: { requestId: string; traceId?: string; operation?: string; keyId?: string | null; agent?: SignedAgent }
}

export type Handler = (context: Context<AppEnv>) => Response | Promise<Response>
