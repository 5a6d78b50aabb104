import { z } from 'zod'
import { statusOfCode } from '../http/errors.ts'

/** Specification, Error envelope (analytics API). */
export const analyticsError = z.object({
  error: z.object({
    code: z.enum(Object.keys(statusOfCode) as [string, ...string[]]),
    message: z.string().describe('Names the offending field and says what to do next.'),
    retry_after: z.int().optional().describe('Seconds to wait; on 429 and on failures worth a retry.'),
  }),
  request_id: z.string(),
})
