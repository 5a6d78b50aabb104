import { wordShopAnswer } from './sentences.ts'

type Row = Record<string, unknown>

/** Returns the response of a search with its answers and notices as messages of the Universal Commerce Protocol. */
export function renderUcpAnswer(given: Row): Row {
  const { answers, messages, ...answer } = wordShopAnswer(given)
  const infos = (answers as Row[]).map(({ topic, statement }) => ({ type: 'info', code: topic, content: statement }))
  return { ...answer, messages: [...infos, ...(messages as Row[])] }
}

/** Returns the response of a lookup with a message for each unknown id (Catalog, Identifiers Not Found). */
export function renderUcpLookup(given: Row): Row {
  const { answers: _, messages, unknown_ids: unknown, ...answer } = wordShopAnswer(given)
  const missing = (unknown as string[]).map((id) => ({ type: 'info', code: 'not_found', content: id }))
  return { ...answer, messages: [...missing, ...(messages as Row[])] }
}

/** Returns the response of a product detail, or its error if there is no product (Catalog, Product Not Found). */
export function renderUcpProduct(given: Row): Row {
  const { answers: _, messages, asked_id: id, is_known: isKnown, product, ...answer } = wordShopAnswer(given)
  if (product) return { ...answer, product, messages }
  const content = isKnown
    ? `No variant of the product passes the filters: ${id as string}`
    : `Product not found: ${id as string}`
  return { ...answer, messages: [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }] }
}
