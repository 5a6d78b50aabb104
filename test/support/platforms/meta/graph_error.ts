import type { Reply } from '../server.ts'

interface GraphError {
  status?: number
  message: string
  code: number
  subcode?: number
  type?: string
  isTransient?: boolean
}

/** An error of the Graph API. Limits and expired tokens are HTTP 400 too: the code tells them apart. */
export function graphError({
  status = 400,
  message,
  code,
  subcode,
  type = 'OAuthException',
  isTransient,
}: GraphError): Reply {
  const error = {
    message,
    type,
    ...(isTransient === undefined ? {} : { is_transient: isTransient }),
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    fbtrace_id: 'AnUyGZoFqN2m50GHVpOQEqr',
  }
  return { status, body: { error } }
}

export const invalidParameter = (message: string) => graphError({ code: 100, message: `(#100) ${message}` })

export function unknownObject(id: string): Reply {
  return graphError({
    type: 'GraphMethodException',
    code: 100,
    subcode: 33,
    message: `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`,
  })
}

const tooMany = (name: string) =>
  `(#80000) There have been too many calls from this ${name}. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.`

export const expiredToken = () =>
  graphError({
    code: 190,
    subcode: 463,
    message:
      'Error validating access token: Session has expired on Friday, 18-Aug-26 10:00:00 PDT. The current time is Friday, 18-Aug-26 11:00:00 PDT.',
  })

export const removedApp = () =>
  graphError({
    code: 190,
    subcode: 458,
    message: 'Error validating access token: The user has not authorized application 2586347315015828.',
  })

/** The refusals that a test can arm (error-codes and rate-limiting pages; samples in airbyte_errors.json). */
export const refusals = {
  throttled_app: () => graphError({ code: 4, subcode: 1504022, message: '(#4) Application request limit reached' }),
  throttled_user: () => graphError({ code: 17, subcode: 2446079, message: '(#17) User request limit reached' }),
  throttled_custom: () =>
    graphError({ code: 613, subcode: 1487742, message: '(#613) Calls to this api have exceeded the rate limit.' }),
  throttled_account: () => graphError({ code: 80000, subcode: 2446079, message: tooMany('ad-account') }),
  transient: () => graphError({ code: 2, message: '(#2) Service temporarily unavailable', isTransient: true }),
  unknown_error: () => graphError({ status: 500, code: 1, subcode: 99, message: 'An unknown error occurred' }),
  too_much_data: () =>
    graphError({
      status: 500,
      code: 1,
      message: "Please reduce the amount of data you're asking for, then retry your request",
    }),
  timeout: () =>
    graphError({ code: 100, subcode: 1504018, message: 'Your request timed out. Please try a smaller date range.' }),
  token_expired: expiredToken,
  password_changed: () =>
    graphError({
      code: 190,
      subcode: 460,
      message:
        'Error validating access token: The session has been invalidated because the user changed their password.',
    }),
  app_removed: removedApp,
  permission_missing: () =>
    graphError({
      status: 403,
      code: 200,
      message: '(#200) Ad account owner has NOT grant ads_management or ads_read permission',
    }),
  version_ended: () =>
    graphError({
      code: 2635,
      message:
        '(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v26.0.',
    }),
}

export type MetaRefusal = keyof typeof refusals
