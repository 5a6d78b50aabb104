import type { Reason } from '../../sentences/warnings/warning.ts'

/** Thrown if one row is invalid; rejects only that row. The sentence of the reason is for the person who corrects the file. */
export class RowError extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.reason)
    this.reason = reason
  }
}
