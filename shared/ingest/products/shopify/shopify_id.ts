import { createHash } from 'node:crypto'

const idLengthMax = 100

/**
 * Returns the ids of a product's variants: the handle, followed by the options, which are unique within a product. The
 * file has no variant id, and SKUs repeat.
 */
export function variantIds(handle: string, chosen: readonly (readonly string[])[]): string[] {
  const plain = chosen.map((values) => [handle, ...values.map(slug)].join(':'))
  const times = new Map<string, number>()
  for (const id of plain) times.set(id, (times.get(id) ?? 0) + 1)
  return plain.map((id, index) => {
    const isAlone = times.get(id) === 1
    return isAlone && id.length <= idLengthMax ? id : shortened(id, [handle, ...(chosen[index] ?? [])].join('\n'))
  })
}

export function groupId(handle: string): string {
  return handle.length <= idLengthMax ? handle : shortened(handle, handle)
}

/** Returns the words (letters and digits of any script) joined by hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

/** Returns an id shortened to the maximum length, with a digest of the whole id. */
function shortened(id: string, whole: string): string {
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 12)
  return `${id.slice(0, idLengthMax - digest.length - 1).toWellFormed()}~${digest}`
}
