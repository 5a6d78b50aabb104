import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { createInterface as createPrompt } from 'node:readline/promises'
import { Writable } from 'node:stream'

export interface NewPassword {
  password: string
  /** Ours, which nobody knows yet: it is shown, once. */
  isMade: boolean
}

/** One of 120 bits, or what whoever runs the command says; never an argument, which every process of the machine may read. */
export async function newPassword({ askPassword }: { askPassword?: boolean }): Promise<NewPassword> {
  if (!askPassword) return { password: randomBytes(15).toString('base64url'), isMade: true }
  return { password: process.stdin.isTTY ? await askTwice() : await readLine(), isMade: false }
}

async function readLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  throw new Error('Standard input ended before a password. Send it as one line.')
}

async function askTwice(): Promise<string> {
  const password = await askHidden('Password: ')
  if (password !== (await askHidden('Once more: '))) throw new Error('These are not the same. Nothing was changed.')
  return password
}

/** Asks at a terminal without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createPrompt({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
