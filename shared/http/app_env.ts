import type { Context } from 'hono'
import type { CountedCaller } from './limits/meter.ts'
import type { SignedAgent } from './signatures/agent_recognizer.ts'

/**
 * `remoteAddress` is the address of the socket's peer, set by the server. `platformOrigin` is the origin of the platform profile that a request
 * of UCP names, after its version and capabilities are negotiated. `showsForm` is whether the response leads to a page that shows the
 * sent form again. `caller` is set by a handler that calls the database twice, so that Redis counts the request once.
 */
export interface AppEnv {
  Bindings: { remoteAddress?: string }
  Variables: {
    requestId: string
    traceId?: string
    operation?: string
    keyId?: string | null
    agent?: SignedAgent
    platformOrigin?: string
    showsForm?: boolean
    caller?: CountedCaller
  }
}

export type Handler = (context: Context<AppEnv>) => Response | Promise<Response>
