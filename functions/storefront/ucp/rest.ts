import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { parseInput } from '../../../shared/http/input/input.ts'
import { credentialOf, parsingOf, registerRoutes, route } from '../../../shared/http/route.ts'
import type { Operation } from '../../../shared/operation.ts'
import { ucpHost } from '../../../shared/operations/storefront/ucp_host.ts'
import { ucp } from '../../../shared/operations/storefront/ucp.ts'
import { ucpDrafts } from '../../../shared/schema/storefront/ucp.ts'
import { negotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { profileInHeader } from './capability_negotiation.ts'
import type { PlatformProfiles } from './profiles.ts'
import { serveUcp } from './serve.ts'
import { idOf, sessionUse } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'
import { ucpCalls } from './ucp_calls.ts'
import { inUcp } from './ucp_error.ts'

const profileOperations: readonly Operation[] = [ucp, ucpHost]

/** Returns whether routeUcp registers an operation. */
export function isUcp(operation: Operation): boolean {
  return profileOperations.includes(operation) || ucpCalls.some((each) => each.operation.path === operation.path)
}

/** Whether errors of a path have the form of the protocol. */
export function isUcpPath(path: string): boolean {
  return /^\/api\/storefront\/[^/]+\/(catalog|carts|checkout-sessions|orders|ucp)\//.test(`${path}/`)
}

/** Registers the REST binding of the Universal Commerce Protocol: profile, catalog, carts, checkout sessions, orders and negotiations. */
export function routeUcp(app: App, options: AppOptions, profiles: PlatformProfiles): void {
  for (const operation of profileOperations) {
    const extension = negotiationExtension(options.services.publicBaseUrl)
    const serveProfile = route({ ...operation, adapt: () => ({ extension }) }, options)
    const handler: Handler = async (context) => {
      const { version = '', download } = context.req.query()
      if (download === 'true') context.header('Content-Disposition', 'attachment; filename="ucp"')
      if (ucpDrafts.includes(version)) context.header('UCP-Version-Status', 'draft')
      return await serveProfile(context)
    }
    registerRoutes(app, [{ operation, handler }])
  }
  registerRoutes(
    app,
    ucpCalls.map((called) => ({ operation: called.operation, handler: serveCall(called, options, profiles) })),
  )
}

/** Serves an operation over REST. A business outcome has the status 200 (Create Checkout, Error Response). */
function serveCall(called: UcpCall, options: AppOptions, profiles: PlatformProfiles): Handler {
  const { operation } = called
  const { isSession } = sessionUse(called)
  const idName = idOf(called)
  return async function serveCall(context) {
    context.set('operation', operation.name)
    try {
      const credentialHash = credentialOf(context, operation, options)
      const request = { context, credentialHash, options, profiles }
      const result = await serveUcp(request, called, {
        readAddress: () => profileInHeader(context.req.header('UCP-Agent')),
        content: await bodyOf(context),
        id: idName && context.req.param(idName),
        key: context.req.header('Idempotency-Key'),
        parse: () => parseInput(context, operation.input, parsingOf(operation)),
      })
      const isRefused = (result.ucp as { status?: string }).status === 'error'
      const cacheControl = options.cacheControl?.(credentialHash === null && !isRefused)
      // Sessions change, and their ids give access to them.
      context.header('Cache-Control', isSession ? 'no-store' : cacheControl)
      return context.json(result, isRefused ? 200 : operation.status)
    } catch (error) {
      throw error instanceof ApiError ? inUcp(error) : error
    }
  }
}

/** Returns the JSON body of a request that has one. The route reports a malformed one. */
async function bodyOf(context: Context<AppEnv>): Promise<unknown> {
  return context.req.method === 'GET' ? null : await context.req.json().catch(() => null)
}
