import { accountTitle, placeOf } from '../../../shared/pages/account_title.ts'
import type { NamedAccount } from '../../../shared/pages/account_title.ts'

/** A campaign, ad set or ad, with what distinguishes it from others of the same name. */
export interface Named extends NamedAccount {
  id: string
  name: string | null
}

/** Names that platforms and people give without saying what is meant, such as Campaign 1. */
const generic =
  /^(?:(?:new|neue) )?(?:campaign|campagne|kampagne|ad ?group|ad ?set|ad|anzeigengruppe|anzeige)[\s#_-]*\d*$/i

/**
 * Returns a label for each row: its name, with platform and account if the name is generic or repeated among the rows, and with its id if
 * two rows of the same account still have the same label.
 */
export function distinctNames(rows: readonly Named[]): string[] {
  const names = rows.map(({ id, name }) => name ?? id)
  const labels = rows.map((row, index) => {
    const name = names[index] as string
    return generic.test(name.trim()) || isRepeated(names, name) ? `${name} (${placeOf(row)})` : name
  })
  return labels.map((label, index) =>
    isRepeated(labels, label) ? `${label.replace(/\)$/, '')}, ${rows[index]?.id})` : label,
  )
}

/** Returns the entity of an anomaly. An account without a name has its title. */
export function namedEntity<Entity extends Named>(level: string, entity: Entity): Entity {
  return level === 'account' ? { ...entity, name: accountTitle({ ...entity, account_name: entity.name }) } : entity
}

function isRepeated(all: readonly string[], one: string): boolean {
  return all.indexOf(one) !== all.lastIndexOf(one)
}
