import type { MiddlewareHandler } from 'hono'
import { createLog } from '../../log/log.ts'
import type { Services } from '../app.ts'
import type { AppEnv } from '../app_env.ts'
import { callerIp } from '../limits/client_ip.ts'
import type { PublicAnswer } from '../outbound/fetch_public.ts'

export interface AgentOptions {
  /** Fetches the key directory of an agent from a public address, without following redirects. */
  fetchKeys: (address: string) => Promise<PublicAnswer>
}

/** A directory that takes longer leaves its agent unverified, and delays only the request that fetches it. */
export const directoryLimits = { bytesMax: 64 * 1024, secondsMax: 1 }

export const agentOptions: AgentOptions = {
  fetchKeys: async (address) => {
    // Imported on first use, because it loads Node's HTTP and DNS clients.
    const { fetchPublic } = await import('../outbound/fetch_public.ts')
    const accept = 'application/http-message-signatures-directory+json, application/json'
    return await fetchPublic(address, { ...directoryLimits, accept })
  },
}

/**
 * Recognizes agents by HTTP message signatures (RFC 9421) and states the result in X-OSP-Agent. Requests without signatures pass
 * unchanged, and requests with a wrong one are served as those of an unknown agent.
 */
export function recognizeAgents(services: Services, { fetchKeys }: AgentOptions): MiddlewareHandler<AppEnv> {
  let opened: ReturnType<typeof open> | undefined
  // Imported on first use, because most requests are not signed.
  const open = async () => {
    const { AgentRecognizer } = await import('./agent_recognizer.ts')
    return new AgentRecognizer(fetchKeys, createLog(services.log, services.logLevel))
  }
  return async function recognizeAgents(context, next) {
    if (!['Signature-Input', 'Signature'].some((name) => context.req.header(name) !== undefined)) return await next()
    const recognizer = await (opened ??= open())
    const clientIp = callerIp(context, services.trustedProxyHops)
    const { method, raw } = context.req
    const request = {
      method,
      url: publicUrl(context.req.url, raw.headers.get('Host'), services),
      headers: raw.headers,
      body: raw.body ? new Uint8Array(await context.req.arrayBuffer()) : new Uint8Array(),
    }
    const agent = await recognizer.recognize(request, clientIp)
    context.set('agent', agent)
    await next()
    const { name, fault } = agent
    context.header(
      'X-OSP-Agent',
      name === null ? `unverified;reason=${fault}` : `verified;agent=${JSON.stringify(name)}`,
    )
  }
}

/**
 * Returns the address of a request below the public origin of this service. Another Host header does not change it: a signature
 * for another site must not be valid here.
 */
function publicUrl(address: string, host: string | null, { publicBaseUrl, publicApiUrl }: Services): URL {
  const origins = [publicBaseUrl, ...(publicApiUrl ? [publicApiUrl] : [])]
  const origin = origins.find((each) => new URL(each).host === host) ?? publicBaseUrl
  const { pathname, search } = new URL(address)
  return new URL(pathname + search, origin)
}
