/** Waits until a server answers at a URL, with any status. */
export async function untilAnswered(url: string): Promise<void> {
  while (!(await fetch(url).catch(() => null))) await new Promise((next) => setTimeout(next, 50))
}
