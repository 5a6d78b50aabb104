import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const sources = globSync('{functions,shared,cli,test,bench}/**/*.ts', { cwd: root })
const sqlFiles = globSync('sql/**/*.sql', { cwd: root })
const read = (path: string) => readFileSync(join(root, path), 'utf8')

function imports(path: string): string[] {
  const specifiers = [...read(path).matchAll(/(?:from|import\(|import)\s*'([^']+)'/g)].map(
    (match) => match[1] as string,
  )
  return specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => relative(root, join(root, dirname(path), specifier)))
}

/** Folders of more than 15 files, with the reason. */
const largeFolders: Record<string, string> = {
  'functions/worker/queues': 'one file for each queue',
  'shared/operations/analytics': 'one file for each operation',
  'shared/operations/commerce': 'one file for each operation',
  'shared/operations/console': 'one file for each operation',
  'shared/operations/storefront': 'one file for each operation',
  'sql/changes': 'one file for each topic that changed since the release',
  'test/analytics': 'one test for each operation',
  'test/commerce': 'one test for each operation',
  'test/console': 'one test for each operation',
  'test/sources': 'one test for each operation and platform',
  'test/storefront': 'one test for each operation',
  'test/core': 'one test for each part of the request path and the database',
  'test/support': 'one file for each server, client and factory',
  bench: 'one file for each benchmark, named like it',
}

/** Returns the files that import themselves directly or through other files. */
function circles(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...targets.keys()].map((path) => [path, reachableFrom(path)]))
  const inCircles = [...targets.keys()].filter((path) => reach.get(path)?.has(path))
  const withItself = (path: string) =>
    inCircles.filter((other) => reach.get(path)?.has(other) && reach.get(other)?.has(path))
  return [...new Map(inCircles.map((path) => withItself(path)).map((circle) => [circle[0], circle])).values()]

  function reachableFrom(path: string): Set<string> {
    const reached = new Set(targets.get(path))
    for (const each of reached) for (const target of targets.get(each) ?? []) reached.add(target)
    return reached
  }
}

describe('source files', () => {
  test('of a function import no other function', () => {
    const crossings = sources
      .filter((path) => path.startsWith('functions/'))
      .flatMap((path) => imports(path).map((target) => [path, target] as const))
      .filter(([path, target]) => target.startsWith('functions/') && target.split('/')[1] !== path.split('/')[1])
    expect(crossings).toEqual([])
  })

  test('of shared import nothing from functions or cli, and functions nothing from cli', () => {
    const crossings = sources
      .filter((path) => /^(shared|functions)\//.test(path))
      .flatMap((path) => imports(path).map((target) => [path, target] as const))
      .filter(
        ([path, target]) =>
          target.startsWith('cli/') || (path.startsWith('shared/') && target.startsWith('functions/')),
      )
    expect(crossings).toEqual([])
  })

  test('of shared/db do not import shared/http', () => {
    const crossings = sources
      .filter((path) => path.startsWith('shared/db/'))
      .flatMap((path) => imports(path).map((target) => [path, target] as const))
      .filter(([, target]) => target.startsWith('shared/http/'))
    expect(crossings).toEqual([])
  })

  test('have no import cycle, types included', () => {
    const files = sources.filter((path) => /^(functions|shared|cli)\//.test(path))
    expect(circles(new Map(files.map((path) => [path, imports(path)])))).toEqual([])
  })

  test('are at most 15 in a folder without a reason', () => {
    const files = [...sources, ...sqlFiles].filter((path) => !path.includes('/built/'))
    const folders = [...Map.groupBy(files, (path) => dirname(path))]
    const large = folders.filter(([, each]) => each.length > 15).map(([folder]) => folder)
    expect(large.toSorted()).toEqual(Object.keys(largeFolders).toSorted())
  })

  test('have specific names in snake_case', () => {
    const names = [...sources, ...sqlFiles].filter((path) =>
      /\b(utils?|helpers?|common|misc|types|constants)\b/.test(path),
    )
    expect(names).toEqual([])
    expect(sources.filter((path) => !/^[a-z0-9_./]+$/.test(path))).toEqual([])
  })

  test('create no function, trigger or policy in a do block', () => {
    const blocks = sqlFiles.flatMap((path) =>
      [...read(path).matchAll(/^do \$\$.*?^\$\$;/gms)].map(([block]) => ({ path, block })),
    )
    expect(blocks.length).toBeGreaterThan(0)
    expect(blocks.filter(({ block }) => /create (function|procedure|trigger|policy)/.test(block))).toEqual([])
  })

  test('grant no privilege on all functions of a schema', () => {
    const broad = sqlFiles.filter((path) =>
      /^\s*grant\s[^;]*\son\s+all\s+(functions|procedures|routines)\s/im.test(read(path)),
    )
    expect(broad).toEqual([])
  })

  test('have at most 300 lines, tests at most 500', () => {
    const tooLong = [...sources, ...sqlFiles].filter((path) => {
      const lines = read(path).split('\n').length
      return lines > (path.startsWith('test/') ? 500 : 300)
    })
    expect(tooLong).toEqual([])
  })

  test('end relative imports in .ts, or in .json or .js for generated files and data of judges', () => {
    const isWritten = (target: string) =>
      /^(client|functions\/docs\/(built|examples)|test\/judges)\//.test(target) && !target.endsWith('.ts')
    const targets = sources.flatMap(imports).filter((target) => !isWritten(target))
    expect(targets.filter((target) => !target.endsWith('.ts'))).toEqual([])
  })

  test('of functions contain no SQL', () => {
    const statement = /`[^`]*\b(select|insert|update|delete)\b[^`]*\b(from|into|set)\b/i
    expect(sources.filter((path) => path.startsWith('functions/') && statement.test(read(path)))).toEqual([])
  })

  test('use Deno in shared/http/server/serve.ts only', () => {
    const users = sources.filter((path) => /^(shared|functions)\//.test(path) && /\bDeno\./.test(read(path)))
    expect(users.filter((path) => path !== 'shared/http/server/serve.ts')).toEqual([])
  })

  test('read the environment in shared/env.ts only', () => {
    const readers = sources.filter(
      (path) => /^(shared|functions)\//.test(path) && /process\.env|Deno\.env/.test(read(path)),
    )
    expect(readers.filter((path) => path !== 'shared/env.ts')).toEqual([])
  })

  test('in sql/ are each loaded once', () => {
    const included = (path: string): string[] =>
      [...read(path).matchAll(/^\\ir (.+)$/gm)]
        .map((match) => join(dirname(path), match[1] ?? ''))
        .flatMap((file) => [file, ...included(file)])
    const loaded = included('sql/load.sql')
    // sql/changes is for migrations. harden.sql needs a superuser (cli/database/harden.ts).
    const besides = ['sql/load.sql', 'sql/platform/harden.sql']
    const ours = sqlFiles.filter((path) => !besides.includes(path) && !path.startsWith('sql/changes/'))
    expect(loaded.toSorted()).toEqual(ours.toSorted())
  })

  test('contain no API key', () => {
    const keyLike = /(?:svc_)?(?:sk|pk|ak)_(?:live_|test_)?[0-9A-Za-z]{38}\b/
    const files = globSync('{functions,shared,cli,test,bench,sql,demo,supabase}/**/*.{ts,sql,json,csv,md,toml}', {
      cwd: root,
    })
    expect(files.filter((path) => keyLike.test(read(path)))).toEqual([])
  })

  test('of every function are declared in supabase/config.toml, with entrypoint, import map and verify_jwt = false', () => {
    const sections = read('supabase/config.toml')
      .split(/^\[functions\./m)
      .slice(1)
    const folders = globSync('functions/*/index.ts', { cwd: root }).map((path) => path.split('/')[1] as string)
    const expected = folders.map(
      (name) =>
        `${name}]\nentrypoint = "../functions/${name}/index.ts"\nimport_map = "../functions/deno.json"\nverify_jwt = false`,
    )
    expect(sections.map((section) => section.trim()).toSorted()).toEqual(expected.toSorted())
  })

  test('of functions/deno.json and package.json pin the same versions', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const { imports: pinned } = JSON.parse(read('functions/deno.json')) as { imports: Record<string, string> }
    for (const [name, specifier] of Object.entries(pinned)) {
      const bare = name.replace(/\/$/, '')
      expect(specifier.replace(/\/$/, '').replace(/^npm:\/?/, '')).toBe(`${bare}@${dependencies[bare]}`)
    }
  })
})

/** The operations of the API, as `<topic>.<operation>`. */
const operations = globSync('shared/operations/*/*.ts', { cwd: root }).map((path) =>
  path.slice('shared/operations/'.length, -'.ts'.length).replace('/', '.'),
)

describe('an operation', () => {
  test('has its own SQL file, which creates and registers its function', () => {
    const faulty = operations.filter((name) => {
      const [topic, word] = name.split('.')
      const files = sqlFiles.filter((path) => new RegExp(`^sql/${topic}/(.*/)?${word}\\.sql$`).test(path))
      const text = files.map(read).join('')
      return !(
        files.length === 1 &&
        text.includes(`create function ${name}(`) &&
        text.includes(`call core.register_operation('${name}'`)
      )
    })
    expect(operations.length).toBeGreaterThan(90)
    expect(faulty).toEqual([])
  })

  test('has its own test file', () => {
    const tests = sources.map((path) => /^test\/(\w+)\/(\w+)\.test\.ts$/.exec(path)?.slice(1).join('.'))
    expect(operations.filter((name) => !tests.includes(name))).toEqual([])
  })

  test('declares the name of its file', () => {
    const misnamed = operations.filter(
      (name) => !read(`shared/operations/${name.replace('.', '/')}.ts`).includes(`name: '${name}'`),
    )
    expect(misnamed).toEqual([])
  })

  test('has a SQL file that registers no other operation', () => {
    const registered = sqlFiles.flatMap((path) =>
      [...read(path).matchAll(/call core\.register_operation\('([\w.]+)'(?!.*is_part)/g)].map(
        (match) => [path, match[1] as string] as const,
      ),
    )
    const shared = registered.filter(([path, name]) => !path.endsWith(`/${name.split('.')[1]}.sql`))
    expect(shared).toEqual([])
  })
})
