/** A row of a file that is not imported. */
export interface Rejection {
  line: number
  reason: string
}

/** Thrown if a file cannot be imported. The message says what to fix. */
export class ImportError extends Error {
  /** The first rejected rows, if no row was accepted. */
  readonly rejections: readonly Rejection[] | undefined

  constructor(message: string, options: ErrorOptions & { rejections?: readonly Rejection[] } = {}) {
    super(message, options)
    this.name = 'ImportError'
    this.rejections = options.rejections
  }
}
