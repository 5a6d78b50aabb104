import { createInterface } from 'node:readline/promises'

/**
 * Returns after the operator confirmed a deletion by its id: with `--yes <id>`, or by typing it on a terminal. Throws an
 * Error for another text, and without a terminal.
 */
export async function confirmId(id: string, warning: string, given: string | undefined): Promise<void> {
  const typed = given ?? (process.stdin.isTTY ? await ask(`${warning}\nType ${id} to confirm: `) : undefined)
  if (typed === undefined) throw new Error(`${warning} Confirm with --yes ${id}.`)
  if (typed.trim() !== id) throw new Error(`"${typed.trim()}" is not ${id}. Nothing was deleted.`)
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
