import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf, Terminal } from '../support/guide.ts'
import { startLockedRegistry } from '../support/locked_registry.ts'
import type { LockedRegistry } from '../support/locked_registry.ts'

const root = join(import.meta.dirname, '..', '..')
const blocks = blocksOf(readFileSync(join(root, 'client', 'README.md'), 'utf8'))
const named = (language: string) => blocks.filter((block) => block.language === language)

let registry: LockedRegistry
let place: string
let project: string

/** Creates an empty project beside a copy of the repository's `client/`. */
beforeAll(async () => {
  registry = await startLockedRegistry()
  place = mkdtempSync(join(tmpdir(), 'vitrine-readme-'))
  project = join(place, 'project')
  cpSync(join(root, 'client'), join(place, 'vitrine', 'client'), { recursive: true })
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }))
})
afterAll(async () => {
  await registry.stop()
  rmSync(place, { recursive: true })
})

async function run(command: string, folder: string): Promise<void> {
  const PATH = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
  const terminal = new Terminal({ cwd: folder, env: { ...registry.env, PATH, HOME: place } })
  await terminal.run(command)
  terminal.close()
}

describe('client/README.md', () => {
  test('has install commands that run and programs that compile in strict mode', { timeout: 240_000 }, async () => {
    const [pack, install] = named('sh').map(({ text }) => text)
    await run(pack as string, join(place, 'vitrine'))
    await run(install as string, project)
    const programs = named('ts')
    for (const { file, text } of programs) writeFileSync(join(project, file as string), text)
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    }
    const files = programs.map(({ file }) => file)
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), { cwd: project, encoding: 'utf8' })
    expect(stdout).toBe('')
    expect(files).toEqual(['ask.ts', 'brands.ts', 'rows.ts', 'receiver.ts'])
  })
})
