import type { ISql } from 'postgres'

export interface Migration {
  version: string
  name: string
  text: string
}

/** How what a database has been through compares with the files of this release. */
export interface History {
  /** Not applied yet, oldest first. */
  missing: Migration[]
  /** Versions that were applied there and that no file has: a newer release's, or somebody else's. */
  unknown: string[]
  /** Files that say something else than what was applied. */
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
      .filter(({ version, text }) => isOther(applied.get(version), text))
      .map(({ version, name }) => `${version}_${name}.sql`),
  }
}

/** Why nothing may be applied to it, and what to do; null where it may. */
export function historyFault({ unknown, changed }: History): string | null {
  const faults = [
    unknown.length > 0 &&
      `The database has migrations that this release does not know: ${unknown.join(', ')}. Run the release that made them, or a newer one.`,
    changed.length > 0 &&
      `Changed since they were applied here: ${changed.join(', ')}. Put the files back as they were and write a new migration; ` +
        'a database that is for development only is made anew by taking its folder away (.vitrine, where VITRINE_HOME says no other).',
  ]
  return faults.filter(Boolean).join(' ') || null
}

/** The Supabase command line records statements one by one and without their semicolons; one that was only marked has none. */
function isOther(statements: string[] | null | undefined, text: string): boolean {
  return (statements?.length ?? 0) > 0 && core((statements ?? []).join('\n')) !== core(text)
}

function core(text: string): string {
  return text.replaceAll(/[\s;]+/g, '')
}
