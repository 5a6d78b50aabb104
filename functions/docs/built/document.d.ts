/** The OpenAPI document as JSON; written by scripts/write_docs.ts. */
export const document: string
/** The address that it says where the server's belongs. */
export const documentBaseUrl: string
