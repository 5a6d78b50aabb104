/** What a benchmark must reach, from one bound or between two. */
export interface Goal {
  name: string
  measured: number
  atLeast?: number
  atMost?: number
}

/** Prints the table of goals. With `--check`, the exit code is 1 if one is not met. */
export function judgeGoals(goals: readonly Goal[]): void {
  const rows = goals.map(({ name, measured, atLeast = -Infinity, atMost = Infinity }) => ({
    name,
    measured: Math.round(measured * 10_000) / 10_000,
    goal: [
      ...(atLeast > -Infinity ? [`at least ${atLeast}`] : []),
      ...(atMost < Infinity ? [`at most ${atMost}`] : []),
    ].join(', '),
    met: measured >= atLeast && measured <= atMost,
  }))
  console.table(rows)
  if (process.argv.includes('--check') && rows.some(({ met }) => !met)) process.exitCode = 1
}

/** Returns the number that the command line gives, without options such as `--check`. */
export function countArgument(usual: number): number {
  return Number(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? usual)
}
