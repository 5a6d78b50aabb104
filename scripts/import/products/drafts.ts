import type { ImportRecord } from '../records.ts'
import { check } from '../records.ts'
import type { z } from 'zod'
import { RowFault } from './row_fault.ts'

/** What a record becomes: made of its row, then checked. What is wrong with it rejects it and no other. */
export function recordOf<Schema extends z.ZodObject>(
  line: number,
  schema: Schema,
  draft: () => Record<string, unknown>,
): ImportRecord<z.output<Schema>> {
  try {
    return check(line, said(draft()), schema)
  } catch (fault) {
    if (!(fault instanceof RowFault)) throw fault
    return { line, value: null, reason: fault.message }
  }
}

/** Without the fields of which nothing is said. */
function said(draft: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(draft).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
