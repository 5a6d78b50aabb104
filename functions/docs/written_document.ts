import { document, documentBaseUrl } from './built/document.js'
import type { openApiDocument } from './openapi/document.ts'

/** The OpenAPI document as it was written beforehand, so that this function starts without any operation: only the address is filled in. */
export function writtenDocument(baseUrl: string): ReturnType<typeof openApiDocument> {
  return JSON.parse(document.replaceAll(documentBaseUrl, baseUrl)) as ReturnType<typeof openApiDocument>
}
