import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const deno = join(root, 'node_modules', 'deno', 'deno')
const everywhere = ['hono', 'postgres', 'zod']

/**
 * The most that a function may load before it serves a request. Each module and package lengthens a cold start, so a module
 * that few requests need is imported on demand. Give a reason beside each new line of a budget. Functions that take input
 * load four modules (13 kB) that reject unknown names and write the messages. Eight modules (12 kB) write levels and the first
 * line of the log, name statements and continue traces; metrics and the SDK of OpenTelemetry are loaded only where they are on.
 */
const budgets: Record<string, { modules: number; kilobytes: number; packages: string[] }> = {
  // 26 modules (110 kB) parse plain-language questions. The schemas of windows and of a comparison are two modules.
  analytics: { modules: 128, kilobytes: 400, packages: everywhere },
  commerce: { modules: 103, kilobytes: 217, packages: everywhere },
  // Forms that outlive their session are two modules. Charts are drawn on the server. The overview compares models, which is an operation of 4 kB. The banner of sources and their options
  // are three modules; the rest of sources is loaded on demand. The operations of uploads and the table of rejected rows are three
  // modules; the formats of files are loaded on demand.
  console: { modules: 186, kilobytes: 505, packages: [...everywhere, 'd3-scale', 'd3-shape'] },
  // Includes the OpenAPI document and the generated pages; 41 kB are the type that pins the version of a storefront.
  // The guides grow with the product.
  docs: { modules: 65, kilobytes: 1640, packages: [...everywhere, 'marked'] },
  events: { modules: 64, kilobytes: 176, packages: everywhere },
  // Includes the parser of plain-language questions, the names of operations for agents, and the reader of the Accept header. Every
  // function opens the pools of password checks and sends security headers, which are two modules. Inputs count visible letters. The
  // pipeline of operations is one module, which the console shares.
  mcp: { modules: 174, kilobytes: 512, packages: [...everywhere, '@modelcontextprotocol/server'] },
  // Includes the pages of the sign-up, of the second factor, of passkeys, of links in mails and of account security.
  oauth: { modules: 106, kilobytes: 275, packages: everywhere },
  storefront: { modules: 104, kilobytes: 236, packages: everywhere },
  // The callbacks and webhooks of platforms and their options are twelve modules; the client of a platform is loaded on demand.
  webhooks: { modules: 92, kilobytes: 212, packages: everywhere },
  // The log of jobs, the scheduler, the report of unreadable secrets, the sending of mails, the deletion of old touches and requested
  // attribution settings are separate modules.
  worker: { modules: 84, kilobytes: 218, packages: [...everywhere, 'ipaddr.js', 'pg-boss'] },
}

interface Module {
  specifier: string
  size?: number
  dependencies?: { isDynamic?: boolean; code?: { specifier?: string } }[]
}

/** The modules that a module imports, directly or not, without types and dynamic imports. */
function graph(name: string): Module[] {
  const args = ['info', '--json', '--node-modules-dir=manual', `functions/${name}/index.ts`]
  const output = execFileSync(deno, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  const { modules, roots } = JSON.parse(output) as { modules: Module[]; roots: string[] }
  const known = new Map(modules.map((module) => [module.specifier, module]))
  const reached = new Set(roots)
  for (const specifier of reached) {
    for (const { isDynamic, code } of known.get(specifier)?.dependencies ?? []) {
      if (!isDynamic && code?.specifier) reached.add(code.specifier)
    }
  }
  return [...reached].map((specifier) => known.get(specifier) ?? { specifier })
}

function packageOf({ specifier }: Module): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1]
}

describe('module graph of a function', () => {
  test('has a budget for every function', () => {
    const names = globSync('functions/*/index.ts', { cwd: root }).map((path) => path.split('/')[1])
    expect(Object.keys(budgets).toSorted()).toEqual(names.toSorted())
  })

  test.each(Object.entries(budgets))('of %s is within its budget of modules, bytes and packages', (name, budget) => {
    const modules = graph(name)
    const own = modules.filter((module) => module.specifier.startsWith('file:') && !packageOf(module))
    const bytes = own.reduce((sum, { size = 0 }) => sum + size, 0)
    expect(own.length).toBeLessThanOrEqual(budget.modules)
    expect(bytes / 1000).toBeLessThanOrEqual(budget.kilobytes)
    // A budget far above the real size detects nothing.
    expect(own.length * 1.5).toBeGreaterThan(budget.modules)
    const packages = new Set(modules.map(packageOf).filter((found) => found !== undefined))
    expect([...packages].toSorted()).toEqual(budget.packages.toSorted())
  })
})
