import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const deno = join(root, 'node_modules', 'deno', 'deno')
const everywhere = ['hono', 'postgres', 'zod']

/**
 * What a function loads before it answers, at most: a cold start pays for each module and each package. What few requests
 * need is imported where they need it. A new line of a budget is a decision; write beside it what it is for. Four modules
 * (13 kB) of every function that takes input refuse unknown names and say in plain words what is wrong.
 */
const budgets: Record<string, { modules: number; kilobytes: number; packages: string[] }> = {
  // 26 modules (110 kB) are the grammar of plain-language questions.
  analytics: { modules: 106, kilobytes: 345, packages: everywhere },
  commerce: { modules: 96, kilobytes: 198, packages: everywhere },
  // Charts are drawn on the server.
  console: { modules: 151, kilobytes: 375, packages: [...everywhere, 'd3-scale', 'd3-shape'] },
  // The document and the pages are in it, written beforehand; 41 kB are the type that pins a shop's version.
  docs: { modules: 52, kilobytes: 1530, packages: [...everywhere, 'marked'] },
  events: { modules: 52, kilobytes: 152, packages: everywhere },
  // The grammar of plain-language questions is in it too, and what agents call operations.
  mcp: { modules: 156, kilobytes: 470, packages: [...everywhere, '@modelcontextprotocol/server'] },
  oauth: { modules: 68, kilobytes: 168, packages: everywhere },
  storefront: { modules: 94, kilobytes: 214, packages: everywhere },
  webhooks: { modules: 69, kilobytes: 162, packages: everywhere },
  // The log of jobs, and what makes them of what is due, are modules of their own.
  worker: { modules: 65, kilobytes: 162, packages: [...everywhere, 'ipaddr.js', 'pg-boss'] },
}

interface Module {
  specifier: string
  size?: number
  dependencies?: { isDynamic?: boolean; code?: { specifier?: string } }[]
}

/** The modules that stand behind each other by import, types and what is imported on the way left out. */
function graph(name: string): Module[] {
  const args = ['info', '--json', '--node-modules-dir=manual', `functions/${name}/index.ts`]
  const told = execFileSync(deno, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const { modules, roots } = JSON.parse(told) as { modules: Module[]; roots: string[] }
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
    // A budget far above what is loaded guards nothing.
    expect(own.length * 1.5).toBeGreaterThan(budget.modules)
    const packages = new Set(modules.map(packageOf).filter((found) => found !== undefined))
    expect([...packages].toSorted()).toEqual(budget.packages.toSorted())
  })
})
