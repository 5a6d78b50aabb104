import postgres from 'postgres'
import type { Sql } from 'postgres'
import { startApi } from './api.ts'
import type { Api } from './api.ts'
import { createDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'

/** An API on a database of its own, and connections of the worker to it, for tests that run jobs and read their results. */
export class WorkerScene {
  readonly database: TestDatabase
  readonly api: Api
  readonly worker: Sql

  private constructor(database: TestDatabase, api: Api) {
    this.database = database
    this.api = api
    this.worker = postgres(database.workerUrl, { max: 2, onnotice: () => undefined })
  }

  static async start(): Promise<WorkerScene> {
    const database = await createDatabase()
    return new WorkerScene(database, await startApi(database))
  }

  async stop(): Promise<void> {
    await this.worker.end()
    await this.api.stop()
    await this.database.stop()
  }
}
