import { z } from 'zod'
import { SourceError } from '../source_error.ts'

export const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })

/** Returns the cursor of the next page, or null after the last one. A cursor that does not move would repeat a page for ever. */
export function nextCursor(info: z.output<typeof pageInfo>, after: string | null): string | null {
  if (!info.hasNextPage) return null
  if (info.endCursor === null || info.endCursor === after) {
    throw new SourceError('reply_is_inconsistent', 'retry', { field: 'endCursor' })
  }
  return info.endCursor
}
