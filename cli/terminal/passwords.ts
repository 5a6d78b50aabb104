import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { createInterface as createPrompt } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface NewPassword {
  password: string
  /** Whether the command generated the password and must print it. */
  isGenerated: boolean
}

/**
 * Returns a generated password of 120 bits, or the one that the operator enters. It is never an argument, because other
 * processes of the machine can read arguments.
 */
export async function newPassword({ askPassword }: { askPassword?: boolean }): Promise<NewPassword> {
  if (!askPassword) return { password: randomBytes(15).toString('base64url'), isGenerated: true }
  return { password: process.stdin.isTTY ? await promptTwice() : await readLine(), isGenerated: false }
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  throw new Error('Standard input has no password. Send it as one line.')
}

async function promptTwice(): Promise<string> {
  const password = await promptHidden('Password: ')
  if (password !== (await promptHidden('Repeat the password: '))) {
    throw new Error('The passwords differ. Nothing was changed.')
  }
  return password
}

/** Prompts on a terminal without echoing the input. */
async function promptHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createPrompt({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
