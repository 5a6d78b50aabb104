import type { Role } from '../../../shared/db/console.ts'
import type { Visit } from '../ask.ts'

const rank: Record<Role, number> = { viewer: 1, analyst: 2, admin: 3, owner: 4 }

/** Whether to offer somebody what they may do. Whether they may is for the database to say (console.call). */
export function mayBe({ brand }: Visit, role: Role): boolean {
  return brand !== null && rank[brand.role] >= rank[role]
}
