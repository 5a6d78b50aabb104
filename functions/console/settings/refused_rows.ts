import { ApiError } from '../../../shared/errors/api_error.ts'
import { errorsOf, measures } from './target_rows.ts'
import type { EnteredRow, RefusedRows } from './target_rows.ts'

export const nothingSaved = (rows: number) =>
  `${rows === 1 ? '1 campaign has' : `${rows} campaigns have`} a wrong value, so nothing was saved. Correct it, and save again.`

/** Whether the error of a change of several campaigns is about its rows. */
export function isAboutRows(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.reason === staleRows || error.code === 'invalid_request')
}

const staleRows = 'some_targets_changed_meanwhile'

/** Returns what is wrong with each row of a refused change of several campaigns. */
export function refusedRows(error: ApiError, entered: EnteredRow[], currency: string): RefusedRows {
  if (error.reason === staleRows) {
    const stale = error.raised?.values.campaigns as string[]
    return {
      error,
      entered,
      errors: new Map(stale.map((campaign) => [campaign, { campaign: 'Changed by another person meanwhile.' }])),
    }
  }
  const errors = errorsOf(entered, currency)
  for (const { path, message } of error.fields ?? []) {
    const [, index, field] = /^targets\[(\d+)\]\.(\w+)$/.exec(path) ?? []
    const row = entered[Number(index)]
    if (row === undefined) continue
    const measure = measures.find((name) => name === field) ?? 'campaign'
    errors.set(row.campaign, { ...errors.get(row.campaign), [measure]: `The value ${message}` })
  }
  return { error: errors.size > 0 ? error.withMessage(nothingSaved(errors.size)) : error, entered, errors }
}
