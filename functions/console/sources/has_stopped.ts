import type { z } from 'zod'
import type { sources } from '../../../shared/operations/sources/sources.ts'

export type Source = z.output<(typeof sources)['output']>['data'][number]

/** Whether a person should know about a source on every page. A paused or disconnected one was stopped by a person. */
export function hasStopped({ status, stale_since }: Source): boolean {
  return status === 'needs_attention' || (stale_since !== null && ['connected', 'syncing'].includes(status))
}
