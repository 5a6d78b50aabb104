import type { ImportProgress } from '../../shared/ingest/files/progress.ts'

/** Returns the progress of an import: percent of the file's bytes, rows, rows per second and the remaining time. */
export function progressLine({ rows, seconds, fraction }: ImportProgress): string {
  const counted = `${rows.toLocaleString('en')} rows`
  if (fraction >= 1) return `100 % read, ${counted}. Writing them to the database.`
  const speed = seconds > 0 ? `, ${Math.round(rows / seconds).toLocaleString('en')} a second` : ''
  const left = fraction > 0 ? `, ${duration((seconds * (1 - fraction)) / fraction)} left` : ''
  return `${Math.floor(fraction * 100)} %, ${counted}${speed}${left}`
}

/** Shows the progress of an import, on a terminal only. */
export function showProgress(progress: ImportProgress): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${progressLine(progress)}`)
}

/** Ends the line of `showProgress`. */
export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\n')
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.ceil(whole / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
