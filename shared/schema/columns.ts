import { z } from 'zod'

/** Returns the column names of a row schema. The name of a nested member contains a dot; a list is one column. */
export function columnsOf(row: z.ZodObject): string[] {
  return Object.entries(row.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? columnsOf(field).map((member) => `${name}.${member}`) : [name],
  )
}
