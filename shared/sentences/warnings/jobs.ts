import { causeAdvice } from '../advice.ts'
import type { Audience } from '../audience.ts'

interface Failed {
  queue: string
  subjects: string[]
  more_subjects: number
  errors: string[]
}

const works: Readonly<Record<string, string>> = { anomalies: 'Detection', attribution: 'Attribution' }

/** Jobs that run every night. */
export const jobWarnings = {
  parts_of_job_failed: ({ queue, subjects, more_subjects, errors }: Failed, { reader }: Audience) =>
    `${works[queue] ?? queue} failed for ${subjects.join(', ')}${more_subjects > 0 ? ` and ${more_subjects} more` : ''} ` +
    `(error ${errors.join(', ')}). It is retried every night. ${causeAdvice[reader]}`,
}
