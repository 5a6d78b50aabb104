/** A note of the database on an answer: a code and its values. */
export interface Note {
  code: 'compared_part' | 'nothing_comparable' | 'reports_stop_above' | 'premise_contradicted'
  [value: string]: unknown
}

const levels: Readonly<Record<string, string>> = { adset: 'ad sets', ad: 'ads' }

const sentences: Readonly<Record<Note['code'], (note: Note) => string>> = {
  compared_part: ({ date_from, date_to, compare_from, compare_to }) =>
    `${date_from} to ${date_to} is compared with ${compare_from} to ${compare_to}. Days that are incomplete or not reported by every account are excluded.`,
  nothing_comparable: ({ date_from, date_to }) =>
    `No day of ${date_from} to ${date_to} is complete and reported by every account, so nothing can be compared.`,
  reports_stop_above: ({ level, platforms }) =>
    `The reports of ${(platforms as string[]).join(', ')} have no ${levels[level as string]}, so this ranking excludes them.`,
  premise_contradicted: ({ metric, direction, current, previous }) =>
    `${metric} did not go ${direction}: it was ${previous} before and is ${current} in the requested period.`,
}

/** Returns the answer with its notes as sentences in `meta.warnings`. */
export function wordNotes({ notes, ...answer }: Record<string, unknown>): Record<string, unknown> {
  const meta = answer.meta as { warnings: string[] }
  const sentencesOfNotes = ((notes ?? []) as Note[]).map((note) => sentences[note.code](note))
  return { ...answer, meta: { ...meta, warnings: [...sentencesOfNotes, ...meta.warnings] } }
}
