import type { ApiError } from '../errors/api_error.ts'

/** Returns the body of an error (Agentic Checkout 3.1): type, code, message and param. */
export function acpErrorBody(error: ApiError): Record<string, unknown> {
  const { code, fields: [field] = [], protocol, details: { param, supported_versions: versions } = {} } = error
  const path = param ?? (field && /^(line_items|currency)\b/.test(field.path) ? `$.${field.path}` : undefined)
  return {
    type: error.status < 500 ? 'invalid_request' : code === 'service_unavailable' ? code : 'processing_error',
    code: protocol?.code ?? (code === 'invalid_request' ? 'invalid' : code),
    message: error.message,
    ...(path === undefined ? {} : { param: path }),
    ...(versions === undefined ? {} : { supported_versions: versions }),
  }
}
