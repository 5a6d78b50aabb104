import type { SyncedSource } from './sync_all.ts'

/** Returns in sentences how far a source was read, and what is missing. */
export function describeSynced({ status, attention, data_through, missing, error }: SyncedSource): string {
  if (status === 'paused') return 'The source is paused and was not read.'
  if (status === 'disconnected') return 'The source is disconnected.'
  const read = data_through === null ? 'No day is read.' : `Data through ${data_through}.`
  const failed = error === null ? [] : [`The run ended with an internal error (${error}).`]
  const objects = missing.filter((each) => 'object_id' in each).length
  const windows = missing.length - objects
  const left = [
    ...(windows === 0 ? [] : [windows === 1 ? '1 window is missing.' : `${windows} windows are missing.`]),
    ...(objects === 0
      ? []
      : [objects === 1 ? '1 order or product is missing.' : `${objects} orders or products are missing.`]),
  ]
  return [attention ?? read, ...failed, ...left].join(' ')
}
