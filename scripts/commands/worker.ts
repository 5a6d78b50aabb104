import { Command } from 'commander'
import { queues } from '../../functions/worker/queues.ts'
import { parseEnv } from '../../shared/env.ts'
import { asRole, connect } from '../connect.ts'
import { Home } from '../home.ts'
import { startProcess } from '../process.ts'
import { databaseUrl } from './database.ts'
import { printOutcome } from './print.ts'

export function workerCommand(): Command {
  return new Command('worker')
    .description('run jobs: all queues until stopped, or one queue once')
    .option('--once <queue>', `run one queue now and end: ${queues.map((queue) => queue.name).join(', ')}`)
    .action(async (options: { once?: string }, command: Command) => {
      if (options.once) await runOnce(options.once, command)
      else await runAll()
    })
}

async function runOnce(name: string, command: Command): Promise<void> {
  const queue = queues.find((candidate) => candidate.name === name)
  if (!queue) throw new Error(`There is no queue ${name}. There are: ${queues.map((each) => each.name).join(', ')}.`)
  const sql = await connect(workerUrl(), { now: parseEnv().VITRINE_NOW })
  try {
    const done = await queue.run(sql)
    printOutcome(command, { queue: name, ...done }, `${name} is done.`)
  } finally {
    await sql.end()
  }
}

async function runAll(): Promise<void> {
  const worker = startProcess('functions/worker/index.ts', { DATABASE_URL: workerUrl() })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void worker.stop())
  worker.onCrash(() => {
    console.error('The worker stopped by itself. Its last words are above.')
    process.exitCode = 1
  })
}

/** DATABASE_URL as given, or the local installation's database as the role of the worker. */
function workerUrl(): string {
  const env = parseEnv()
  return env.DATABASE_URL ?? asRole(databaseUrl(), 'vitrine_worker', new Home(env.VITRINE_HOME).secrets().worker)
}
