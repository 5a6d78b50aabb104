import type { z } from 'zod'

/** The columns of a file by the name of their field, for a file with other column names. */
export type ColumnNames = Readonly<Record<string, string>>

/** Returns the name of a column as columns are compared: in lower case, without spaces around it. */
export function plainColumn(name: string): string {
  return name
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
}

/**
 * Returns the fields whose column another field before them has. The date and the hour can be in one column, as in
 * "2026-11-20 13:00".
 */
export function sharedColumns(columns: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const named = Object.entries(columns).flatMap(([field, name]) => (name ? [[field, plainColumn(name)] as const] : []))
  return Object.fromEntries(
    named.flatMap(([field, name], index) => {
      const [other] = named.slice(0, index).find((each) => each[1] === name) ?? []
      const isTime = ['date', 'hour'].includes(field) && ['date', 'hour'].includes(other ?? '')
      return other === undefined || isTime ? [] : [[field, other]]
    }),
  )
}

/** Refuses, in a schema of columns by field, a column that two fields have. Its figures would be counted twice. */
export function refuseSharedColumns(
  columns: Readonly<Record<string, string | undefined>>,
  context: z.RefinementCtx,
): void {
  for (const [field, other] of Object.entries(sharedColumns(columns))) {
    context.addIssue({ code: 'custom', path: [field], message: `must have another column than ${other}.` })
  }
}
