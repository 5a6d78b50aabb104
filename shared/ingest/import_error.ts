/** Thrown if a file cannot be imported. The message says what to fix. */
export class ImportError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ImportError'
  }
}
