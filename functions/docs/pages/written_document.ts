import { document, documentBaseUrl } from '../built/document.js'
import type { openApiDocument } from '../openapi/document.ts'

type Document = ReturnType<typeof openApiDocument>

/**
 * The OpenAPI document as it was written beforehand, so that this function starts without any operation: only the addresses are
 * filled in. Every path is served at the API host too.
 */
export function writtenDocument(baseUrl: string, apiUrl = baseUrl): Document {
  const written = JSON.parse(document.replaceAll(documentBaseUrl, baseUrl)) as Document
  return apiUrl === baseUrl ? written : { ...written, servers: [...written.servers, { url: apiUrl }] }
}
