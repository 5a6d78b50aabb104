import type { TestProject } from 'vitest/node'
import setup, { rolePassword } from './global_setup.ts'
import { startPgbouncer } from './pgbouncer.ts'

/** Starts the server and a pooler whose few connections the functions of a test file share. */
export default async function setupPooled(project: TestProject) {
  const stopServer = await setup(project)
  const server = project.getProvidedContext().postgres
  const { host, stop } = await startPgbouncer({
    serverUrl: server.url,
    logins: { vitrine_functions: rolePassword },
    poolSize: 3,
  })
  project.provide('postgres', { ...server, pooler: host })
  return async () => {
    await stop()
    await stopServer()
  }
}
