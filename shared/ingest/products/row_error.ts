import type { Warning } from '../../sentences/warnings/warning.ts'

/** Thrown if one row is invalid; rejects only that row. The sentence of the reason is for the person who corrects the file. */
export class RowError extends Error {
  readonly reason: Warning

  constructor(reason: Warning) {
    super(typeof reason === 'string' ? reason : reason.reason)
    this.reason = reason
  }
}
