/** The OpenAPI document as JSON; written by cli/generate/docs.ts. */
export const document: string
/** The placeholder in it for the base URL of the server. */
export const documentBaseUrl: string
