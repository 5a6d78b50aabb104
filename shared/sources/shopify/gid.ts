import { z } from 'zod'

/** A global id of Shopify, such as gid://shopify/Order/5400000000018. */
export function gid(type: string) {
  return z.string().regex(new RegExp(`^gid://shopify/${type}/\\d+(\\?.*)?$`))
}

/** Returns the number of a global id, as text. */
export function idOf(given: string): string {
  return /\/(\d+)(\?.*)?$/.exec(given)?.[1] ?? given
}
