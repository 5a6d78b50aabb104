import type { ISql } from 'postgres'

export interface Migration {
  version: string
  name: string
  text: string
}

/** The migrations of a database compared with the files of this release. */
export interface History {
  /** Files that are not applied yet, oldest first. */
  missing: Migration[]
  /** Applied versions without a file: of a newer release or of other software. */
  unknown: string[]
  /** Files whose text differs from the applied text. */
  changed: string[]
}

export async function compareHistory(sql: ISql, migrations: Migration[]): Promise<History> {
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  const rows = table?.exists
    ? await sql<{ version: string; statements: string[] | null }[]>`
        select version, statements from supabase_migrations.schema_migrations order by version`
    : []
  const applied = new Map(rows.map(({ version, statements }) => [version, statements]))
  return {
    missing: migrations.filter(({ version }) => !applied.has(version)),
    unknown: [...applied.keys()].filter((version) => !migrations.some((migration) => migration.version === version)),
    changed: migrations
      .filter(({ version, text }) => isChanged(applied.get(version), text))
      .map(({ version, name }) => `${version}_${name}.sql`),
  }
}

/** Returns why no migration may be applied, with the fix; null if migrations may be applied. */
export function historyError({ unknown, changed }: History): string | null {
  const errors = [
    unknown.length > 0 &&
      `The database has migrations that this release does not have: ${unknown.join(', ')}. Use the release that applied them, or a newer one.`,
    changed.length > 0 &&
      `These migrations changed after they were applied: ${changed.join(', ')}. Restore the files and write a new migration. ` +
        'To reset a development database, delete its folder (VITRINE_HOME, .vitrine by default).',
  ]
  return errors.filter(Boolean).join(' ') || null
}

/**
 * The Supabase command line records single statements without semicolons, and no statements for a migration that was only
 * marked as applied.
 */
function isChanged(statements: string[] | null | undefined, text: string): boolean {
  return (statements?.length ?? 0) > 0 && core((statements ?? []).join('\n')) !== core(text)
}

function core(text: string): string {
  return text.replaceAll(/[\s;]+/g, '')
}
