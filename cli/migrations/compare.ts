import type { Sql } from 'postgres'
import { describeDatabase, describeRoles } from './describe_database.ts'

/** Returns the lines of a database and of the roles of its server. */
export async function describeServer(sql: Sql): Promise<string[]> {
  return [...(await describeDatabase(sql)), ...(await describeRoles(sql))]
}

/**
 * Returns the differences between two descriptions by object: `+` and the line is in the wanted one only, `-` and the line in the
 * other one only.
 */
export function differences(made: string[], wanted: string[]): string[] {
  const [has, needs] = [new Set(made), new Set(wanted)]
  return [
    ...made.filter((line) => !needs.has(line)).map((line) => `- ${line}`),
    ...wanted.filter((line) => !has.has(line)).map((line) => `+ ${line}`),
  ].toSorted((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1))
}

/** Returns the lines of objects that are absent, and not only different, in a description. */
export function absentObjects(made: string[], wanted: string[]): string[] {
  const present = new Set(made.map(objectOf))
  return wanted.filter((line) => !present.has(objectOf(line)))
}

function objectOf(line: string): string {
  const parts = line.split(' | ')
  return parts
    .slice(0, ['column', 'constraint', 'index', 'policy', 'trigger'].includes(parts[0] as string) ? 3 : 2)
    .join(' | ')
}
