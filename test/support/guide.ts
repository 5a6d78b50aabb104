import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Block {
  /** sh, js, ts, sql, csv, json or text. */
  language: string
  /** The file name in its first line, if any. */
  file: string | null
  text: string
  /** Whether it runs in the background of the following blocks. */
  isBackground: boolean
  /** Whether it runs in another terminal in the same folder, without exported variables. */
  isElsewhere: boolean
  /** Whether background processes end before it. */
  stops: boolean
  /** The reason if it is not run. */
  notRun: string | null
  /** The text that must be printed by the end of the guide. */
  prints: string | null
  /** The login for SQL from this block on. */
  as: string | null
}

const languages = ['sh', 'js', 'ts', 'sql', 'csv', 'json', 'text', 'toml']

/** Returns the blocks of a guide with the directions in the comments before them. */
export function blocksOf(markdown: string): Block[] {
  let as: string | null = null
  return [...markdown.matchAll(/((?:^<!--.*-->\n+(?:## .*\n+)?)*)^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, directions = '', language = '', text = '']) => {
      if (!languages.includes(language)) throw new Error(`No block is in ${language}.`)
      const say = (name: string) => new RegExp(`^<!-- ${name}(?:: (.*))? -->$`, 'm').exec(directions)
      as = say('as')?.[1] ?? as
      return {
        language,
        file: /^(?:\/\/|#) (\S+\.\w+)\n/.exec(text)?.[1] ?? null,
        text,
        isBackground: say('background') !== null,
        isElsewhere: say('another terminal') !== null,
        stops: say('stop') !== null,
        notRun: say('not run')?.[1] ?? null,
        prints: say('prints')?.[1] ?? null,
        as,
      }
    },
  )
}

/** A terminal. Exported variables stay, and background processes end with it. */
export class Terminal {
  output = ''
  private readonly shell: ChildProcess
  private readonly options: { cwd: string; env: Record<string, string> }
  private readonly background: ChildProcess[] = []
  private count = 0

  constructor(options: { cwd: string; env: Record<string, string> }) {
    this.options = options
    this.shell = this.start(['-s'])
    // Without --fail-with-body curl exits with 0 after an HTTP error. The retries wait for servers that are starting.
    const flags = '-sS --fail-with-body --retry 15 --retry-connrefused --retry-delay 1 --retry-max-time 20'
    this.type(`set -euo pipefail; curl() { command curl ${flags} "$@"; echo; }`)
  }

  /** Runs a command to its end. Throws with the output if it fails. */
  async run(command: string): Promise<void> {
    const end = `-- end ${++this.count} --`
    this.type(`${command}\necho '${end}'`)
    const isOver = () => this.output.includes(end) || this.shell.exitCode !== null
    while (!isOver()) await once(this.shell.stdout as NodeJS.ReadableStream, 'data').catch(() => undefined)
    if (!this.output.includes(end)) throw new Error(`Failed: ${command}\n${this.output.slice(-2000)}`)
  }

  /** Runs a command in the background and waits 1.5 seconds for it to start. */
  async runBeside(command: string): Promise<void> {
    const names = join(this.options.cwd, `.exported_${this.count}`)
    await this.run(`export -p > '${names}'`)
    const child = this.start(['-c', `. '${names}'; cd "$PWD"; ${command}`])
    this.background.push(child)
    await new Promise((next) => setTimeout(next, 1500))
  }

  /** Returns the current directory of the terminal. */
  async folder(): Promise<string> {
    const output = join(this.options.cwd, '.folder')
    await this.run(`pwd > '${output}'`)
    return readFileSync(output, 'utf8').trim()
  }

  get isBusy(): boolean {
    return this.background.length > 0
  }

  stopBackground(): void {
    for (const child of this.background.splice(0)) process.kill(-(child.pid as number), 'SIGTERM')
  }

  close(): void {
    this.stopBackground()
    this.shell.kill('SIGTERM')
  }

  private type(text: string): void {
    this.shell.stdin?.write(`${text}\n`)
  }

  private start(args: string[]): ChildProcess {
    const child = spawn('bash', args, { ...this.options, detached: true })
    child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()))
    // The shell may have ended; ignore the write error.
    child.stdin?.on('error', () => undefined)
    child.on('exit', () => child.stdout?.emit('data', Buffer.alloc(0)))
    return child
  }
}
