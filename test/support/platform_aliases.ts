import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlatformAlias } from '../../shared/question/entities/platforms.ts'

const sql = readFileSync(join(import.meta.dirname, '..', '..', 'sql', 'analytics', 'platforms.sql'), 'utf8')

/** The rows that sql/analytics/platforms.sql inserts, for tests of the parser without a database. */
export const platformAliases: PlatformAlias[] = [
  ...sql.matchAll(/^ {4}\('([a-z]+)', (true|false), '\{([^}]+)\}'/gm),
].flatMap(([, platform = '', isPart, names = '']) =>
  names.split(',').map((name) => ({ name, platform, is_part: isPart === 'true' })),
)
