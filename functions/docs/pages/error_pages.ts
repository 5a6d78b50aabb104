import { ApiError, statusOfCode } from '../../../shared/errors/api_error.ts'
import { analyticsErrorBody } from '../../../shared/http/analytics_envelope.ts'
import { storefrontErrorBody } from '../../../shared/storefront/envelope.ts'
import type { ErrorCode } from '../../../shared/errors/api_error.ts'
import { errorDescriptions } from '../error_codes.ts'
import { exampleRequestId } from '../examples/answers.ts'
import type { Page, Section } from './page.ts'

/**
 * Returns a page that lists all error codes, and one page for each code. An error response links to the page of its
 * code by a `Link` header with rel="help" (RFC 8288).
 */
export function errorPages(): Section {
  const codes = Object.keys(statusOfCode) as ErrorCode[]
  return { title: 'Errors', pages: [indexPage(codes), ...codes.map(errorPage)] }
}

function indexPage(codes: ErrorCode[]): Page {
  const rows = codes.map(
    (code) => `| [${code}](/docs/errors/${code}) | ${statusOfCode[code]} | ${errorDescriptions[code].meaning} |`,
  )
  const markdown = ['# Error codes', ['| Code | Status | Meaning |', '|---|---|---|', ...rows].join('\n')].join('\n\n')
  return { path: 'errors', title: 'Error codes', about: 'All error codes with their status.', markdown }
}

function errorPage(code: ErrorCode): Page {
  const { meaning, causes, fix } = errorDescriptions[code]
  const markdown = [
    `# ${code}`,
    `**Status ${statusOfCode[code]}.** ${meaning}`,
    '## Causes',
    causes.map((cause) => `- ${cause}`).join('\n'),
    '## What to do',
    fix,
    '## Example',
    `\`\`\`json\n${JSON.stringify(exampleOf(code), null, 2)}\n\`\`\``,
  ].join('\n\n')
  return { path: `errors/${code}`, title: code, about: `${statusOfCode[code]}: ${meaning}`, markdown }
}

function exampleOf(code: ErrorCode): object {
  const { message, details, retryAfterSeconds, isOfStorefronts } = errorDescriptions[code]
  const error = new ApiError(code, message, {
    ...(details === undefined ? {} : { details }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
  return (isOfStorefronts ? storefrontErrorBody : analyticsErrorBody)(error, exampleRequestId)
}
