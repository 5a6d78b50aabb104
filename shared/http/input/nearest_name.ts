import { editDistance } from '../../text/edit_distance.ts'

/** Returns the name that a misspelled one most likely means, or null if none is close. */
export function nearestName(given: string, names: readonly string[]): string | null {
  const plain = plainName(given.slice(0, 64))
  const [best] = names
    .map((name) => ({ name, distance: editDistance(plain, plainName(name)) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.min(plain.length, plainName(name).length) / 3)),
    )
    .toSorted((one, two) => one.distance - two.distance)
  return best?.name ?? names.find((name) => plain.length >= 4 && plainName(name).startsWith(plain)) ?? null
}

/** Removes the naming convention: `campaignIds`, `campaign-ids` and `campaign_ids` are equal. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
