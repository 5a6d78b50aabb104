/** Waits until one of the attempts ends, at most one second, because another can become due meanwhile. */
export async function nextOf(underWay: Set<Promise<void>>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  await Promise.race([...underWay, new Promise<void>((done) => (timer = setTimeout(done, 1000)))])
  clearTimeout(timer)
}
