/** The interactive reference (npm openapi-explorer), compressed by gzip, in base64; written by cli/generate/docs.ts. */
export const explorer: string
/** Changes with its contents. */
export const explorerVersion: string
