/** What an answer must say beside its figures: a code and its values, from the database. */
export interface Note {
  code: 'compared_part' | 'nothing_comparable' | 'reports_stop_above' | 'premise_contradicted'
  [value: string]: unknown
}

const levels: Readonly<Record<string, string>> = { adset: 'ad sets', ad: 'ads' }

const sentences: Readonly<Record<Note['code'], (note: Note) => string>> = {
  compared_part: ({ date_from, date_to, compare_from, compare_to }) =>
    `${date_from} to ${date_to} is compared with ${compare_from} to ${compare_to}: days that are not over, or that not every account has reported, are left out.`,
  nothing_comparable: ({ date_from, date_to }) =>
    `No day of ${date_from} to ${date_to} is over and reported by every account: there is nothing to compare.`,
  reports_stop_above: ({ level, platforms }) =>
    `The reports of ${(platforms as string[]).join(', ')} have no ${levels[level as string]}: this ranking is without them.`,
  premise_contradicted: ({ metric, direction, current, previous }) =>
    `${metric} did not go ${direction}: it was ${previous} before and is ${current} in the period asked for.`,
}

/** An answer with its notes as sentences among its warnings. */
export function wordNotes({ notes, ...answer }: Record<string, unknown>): Record<string, unknown> {
  const meta = answer.meta as { warnings: string[] }
  const said = ((notes ?? []) as Note[]).map((note) => sentences[note.code](note))
  return { ...answer, meta: { ...meta, warnings: [...said, ...meta.warnings] } }
}
