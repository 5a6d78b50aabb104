/** The statuses of transport errors (Universal Commerce Protocol, Error Codes, Negotiation Errors). */
const statusOfCode = {
  invalid_profile_url: 400,
  profile_unreachable: 424,
  profile_malformed: 422,
  version_unsupported: 422,
} as const

/** A request whose platform profile or version prevents its processing. */
export class UcpError extends Error {
  readonly code: keyof typeof statusOfCode

  constructor(code: UcpError['code'], message: string) {
    super(message)
    this.name = 'UcpError'
    this.code = code
  }

  get status() {
    return statusOfCode[this.code]
  }
}
