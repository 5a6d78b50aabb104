import type { Context } from 'hono'
import { ApiError } from '../../../shared/errors/api_error.ts'
import type { App, AppOptions } from '../../../shared/http/app.ts'
import type { AppEnv, Handler } from '../../../shared/http/app_env.ts'
import { refuseOtherMethods } from '../../../shared/http/method_not_allowed.ts'
import { credentialOf, pattern, route } from '../../../shared/http/route.ts'
import type { Operation } from '../../../shared/operation.ts'
import { ucpHost } from '../../../shared/operations/storefront/ucp_host.ts'
import { ucp } from '../../../shared/operations/storefront/ucp.ts'
import { ucpDrafts } from '../../../shared/schema/storefront/ucp.ts'
import { negotiationExtension } from '../../../shared/storefront/negotiation_extension.ts'
import { incompatible, negotiatedNames, profileInHeader, withVersion } from './negotiate.ts'
import type { Negotiated } from './negotiate.ts'
import type { PlatformProfiles } from './profiles.ts'
import { quotedCall } from './quoted_sessions.ts'
import { ucpCalls, identityOf, negotiateWith } from './serve.ts'
import { idOf, sessionUse } from './ucp_call.ts'
import type { UcpCall } from './ucp_call.ts'
import { requireSameId, withNotices } from './unused_members.ts'
import { inUcp, outcomeOf } from './ucp_error.ts'

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
    app.get(pattern(operation.path), async (context) => {
      const { version = '', download } = context.req.query()
      if (download === 'true') context.header('Content-Disposition', 'attachment; filename="ucp"')
      if (ucpDrafts.includes(version)) context.header('UCP-Version-Status', 'draft')
      return await serveProfile(context)
    })
    refuseOtherMethods(app, pattern(operation.path), ['GET'])
  }
  for (const [path, calls] of Map.groupBy(ucpCalls, ({ operation }) => operation.path)) {
    for (const each of calls) app.on(each.operation.method, pattern(path), serveCall(each, options, profiles))
    refuseOtherMethods(
      app,
      pattern(path),
      calls.map(({ operation }) => operation.method.toUpperCase()),
    )
  }
}

/** Negotiates, then serves the operation with the negotiated version in its response. */
function serveCall(called: UcpCall, options: AppOptions, profiles: PlatformProfiles): Handler {
  const { operation, capability } = called
  const { complete = (answer) => answer } = operation
  const { isSession, isChange } = sessionUse(called)
  const idName = idOf(called)
  return async function serveCall(context) {
    context.set('operation', operation.name)
    let negotiated: Negotiated | undefined
    try {
      const credentialHash = credentialOf(context, operation, options)
      const request = { context, credentialHash, options, profiles }
      const readAddress = () => profileInHeader(context.req.header('UCP-Agent'))
      const { address, negotiated: common } = await negotiateWith(request, readAddress, capability)
      negotiated = common
      if (common.incompatibility !== null) return context.json(incompatible(common))
      const body = await bodyOf(context)
      await requireSameId(called, request, body, idName && context.req.param(idName))
      // A session that is not created has the status 200 (Create Checkout, Error Response).
      let isRefused = false
      const adapted = {
        negotiated: negotiatedNames(common),
        ...(isChange
          ? await identityOf(request, address, { key: context.req.header('Idempotency-Key'), payload: body })
          : {}),
      }
      const versioned: Operation = {
        ...operation,
        ...(isSession ? { adapt: () => adapted } : {}),
        complete: async (answer, services) => {
          const completed = withVersion(withNotices(await complete(answer, services), called, body), common, capability)
          isRefused = (completed.ucp as { status?: string }).status === 'error'
          return completed
        },
      }
      const response = await route(await quotedCall(versioned, common, request, body), options)(context)
      if (!isSession) return response
      // Sessions change, and their ids give access to them.
      context.header('Cache-Control', 'no-store')
      response.headers.set('Cache-Control', 'no-store')
      return isRefused ? new Response(response.body, { status: 200, headers: response.headers }) : response
    } catch (error) {
      const outcome = negotiated && error instanceof ApiError && outcomeOf(called, error)
      if (!outcome) throw error instanceof ApiError ? inUcp(error) : error
      context.header('Cache-Control', 'private, no-store')
      return context.json(withVersion(outcome, negotiated as Negotiated, capability))
    }
  }
}

/** Returns the JSON body of a request that has one. The route reports a malformed one. */
async function bodyOf(context: Context<AppEnv>): Promise<unknown> {
  return context.req.method === 'GET' ? null : await context.req.json().catch(() => null)
}
