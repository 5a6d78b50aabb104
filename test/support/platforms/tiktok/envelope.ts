import type { Reply } from '../server.ts'

/** All replies are HTTP 200. The code in the body tells success (0) from errors. */
export function ok(data: unknown): Reply {
  return { status: 200, body: { code: 0, message: 'OK', request_id: '202611221111110102451890580A1B2C3D', data } }
}

export function refused(code: number, message: string): Reply {
  return { status: 200, body: { code, message, request_id: '202611221111110102451890580A1B2C3E', data: {} } }
}

/** The refusals that a test can arm (tap_backoff_error_handling.py, airbyte_service_error.json). */
export const refusals = {
  throttled: () => refused(40_100, 'App Vitrine reaches the QPS limit 10, current QPS is 11.'),
  task_error: () => refused(40_200, 'Task error.'),
  task_not_ready: () => refused(40_201, 'Task is not ready.'),
  conflict: () => refused(40_202, 'Write or update entity conflict. Retry may resolve this issue.'),
  internal_validation: () => refused(40_700, 'Internal service validation error.'),
  system_error: () => refused(50_000, 'System error.'),
  processing_error: () =>
    refused(50_002, 'Error processing request on TikTok side. Please see error message for details.'),
  token_revoked: () => refused(40_105, 'Access token is incorrect or has been revoked.'),
  permission_missing: () => refused(40_001, 'No permission to operate the advertiser.'),
  bad_gateway: (): Reply => ({ status: 502, type: 'text/html', body: '<html>502 Bad Gateway</html>' }),
}

export type TiktokRefusal = keyof typeof refusals

export const invalidParameter = (message: string) => refused(40_002, message)

/** Paths without their trailing slash do not exist. */
export const notFound = (): Reply => ({ status: 404, type: 'text/plain', body: '404 page not found' })

interface Page {
  page: number
  pageSize: number
}

/** Reads `page` and `page_size`. Returns the reply that refuses them if they are invalid. */
export function readPage(params: URLSearchParams): Page | Reply {
  const page = Number(params.get('page') ?? 1)
  const pageSize = Number(params.get('page_size') ?? 10)
  if (!Number.isInteger(page) || page < 1) return invalidParameter('page: must be greater than or equal to 1')
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 1_000) {
    return invalidParameter('page_size: must be between 1 and 1000')
  }
  return { page, pageSize }
}

export function paged(rows: unknown[], { page, pageSize }: Page): Reply {
  const list = rows.slice((page - 1) * pageSize, page * pageSize)
  const page_info = {
    total_number: rows.length,
    page,
    page_size: pageSize,
    total_page: Math.ceil(rows.length / pageSize),
  }
  return ok({ list, page_info })
}

/** Returns a JSON array of a parameter, or null if it is absent or no array. */
export function arrayOf(params: URLSearchParams, name: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(params.get(name) ?? '')
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
