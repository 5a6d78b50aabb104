import { z } from 'zod'

/** The columns of a row that a schema describes: members of members by a dot, lists and the rest as they are. */
export function columnsOf(row: z.ZodObject): string[] {
  return Object.entries(row.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? columnsOf(field).map((member) => `${name}.${member}`) : [name],
  )
}
