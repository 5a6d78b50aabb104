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
 * The weights of Accept and the check of UTF-8 are 1 kB.
 */
const budgets: Record<string, { modules: number; kilobytes: number; packages: string[] }> = {
  // 26 modules (110 kB) parse plain-language questions. The schemas of windows and of a comparison are two modules, the operations
  // of experiments and their schema are eight. Questions name channels of journeys and elliptic years.
  // Planned spends, losses, prices, and the refusals of suppositions and channels are five modules of questions (14 kB).
  // Advice and the words of names are two modules of questions. Alert rules are five operations, their schema and the reader of their text.
  // The weekly digest is an operation.
  // Scenarios are an operation, and modules that read them in questions. Orders by a change, names that a brand does not have, and the
  // words of changes of spend are modules of questions.
  // A request runs in parts that UCP and ACP share, and its profile is compared with that of its key: 1.5 kB of each API.
  // One anomaly and its status are two operations. Proposals of several changes are an operation with the schemas of a proposal.
  // The return and the profit of scenarios, and the sentence about emptied values of products: 1 kB.
  // The verdict and the cost of a plan of an experiment: 4 kB.
  // Two times that a question does not compare, and experiments in the days of forecasts: 1 kB.
  // Signs of profit, statuses of anomalies, coming months, the shop of agents and the average order value in questions: 11 kB.
  // The approved proposal of scenarios, and the campaigns and the last day of an experiment: 1 kB.
  analytics: { modules: 177, kilobytes: 613, packages: everywhere },
  // The recognition of agents is one module, which verifies signatures on demand, and so is the list of verified agents.
  // The sentences of errors of a week are 100 bytes.
  // The lists of holds and of disputes are two operations.
  commerce: { modules: 107, kilobytes: 241, packages: everywhere },
  // A module of a page is loaded with its first request (functions/console/routes.ts). Scripts are served by two modules, and
  // errors of pages are one. Pages are compressed by a module. Names of ad accounts are one, which sentences share. The style of
  // entered tables is one, the script of the time zone another, and the script that asks before entered values are lost one more.
  // Quiet hours are a route. The sections of the navigation are a module, and the styles of the planner and of
  // experiments are two. The styles of charts of anomalies and of stacked tables are 2 kB.
  // The counts of what waits for a shop are in the menu of each page: 0.8 kB.
  // The script of the form of a plan is a module of 1 kB.
  // Pages of 403 and 404 in the frame of a brand: 0.2 kB.
  console: { modules: 75, kilobytes: 215, packages: everywhere },
  // Includes the OpenAPI document and the generated pages; 41 kB are the type that pins the version of a storefront.
  // The guides grow with the product. The operations of the Agentic Commerce Protocol and its guide are 49 kB, carts and their examples 90.
  // The addresses of the negotiation extension are a module; its schemas are on demand. Alert rules and their guide are 40 kB.
  // The weekly digest is an operation with an example.
  // The headers and errors of the Universal Commerce Protocol, its orders with an example and its MCP binding are 41 kB of the document.
  // The changelog is one of the pages. Responses of UCP state what is required: 17 kB.
  // Episodes of anomalies, rates with natural outliers and the pace of a month are sections of methods: 9 kB.
  // Anomalies by id, proposals of several changes and the lists of holds and disputes are five operations with examples: 32 kB.
  // The reminders of switches, the next one of an experiment, and the verdict and cost of a plan: 8 kB.
  // Search and price of hidden products, and the changelog: 5 kB.
  // The approved proposal of scenarios, the campaigns of experiments, and the changelog: 3 kB.
  docs: { modules: 66, kilobytes: 2645, packages: [...everywhere, 'marked'] },
  // The code and the status that a protocol has for an error are 0.5 kB of events, oauth and webhooks.
  events: { modules: 64, kilobytes: 184, packages: everywhere },
  // Includes the parser of plain-language questions, the names of operations for agents, and the reader of the Accept header. Every
  // function opens the pools of password checks and sends security headers, which are two modules. Inputs count visible letters. The
  // pipeline of operations is one module, which the console shares.
  // As analytics: questions name channels of journeys and elliptic years. The schemas of tools are a module that the storefront shares,
  // and those of the tool list are two modules. One module refuses what would be read as another question.
  // Advice and the words of names are two modules of questions, and so are orders and targets. Five more as analytics.
  // The list of anomalies without their neighbors is 0.3 kB.
  // Eleven kilobytes more of questions, as analytics.
  mcp: { modules: 200, kilobytes: 671, packages: [...everywhere, '@modelcontextprotocol/server'] },
  // Includes the pages of the sign-up, of the second factor, of passkeys, of links in mails and of account security.
  oauth: { modules: 106, kilobytes: 288, packages: everywhere },
  // Warnings of one reason are grouped. The Universal Commerce Protocol negotiates with profiles of platforms; its MCP server is on demand.
  // Fetched documents are a module, and so is the recognition of agents, which verifies signatures on demand.
  // The Agentic Commerce Protocol is seven operations, their two schemas, and five modules that serve them.
  // Carts are four operations, the shipping of checkouts is a module with its sentences, and feed problems are an operation.
  // Negotiations and orders over UCP are the operations of commerce with their schemas and four modules that adapt them.
  // Callers of idempotency keys and the order of the protocol, which the worker shares, are two modules.
  // Messages about members of a session that are not used are a module.
  // Errors of tools name inputs as their callers do: two modules of readers.
  // Queries of agents are one operation, which has the pagination of commerce.
  // Only a verified platform gets order events, and a profile that cannot be fetched is logged with its cause: 2 kB.
  // The headers of the Universal Commerce Protocol are declared with its operations: 1 kB.
  // The fingerprint of a request, which both protocols share, and the lists of text feeds are two modules.
  // The list of UCP operations and the count of a request are modules, so that REST and MCP share one pipeline.
  storefront: { modules: 175, kilobytes: 430, packages: everywhere },
  // The callbacks and webhooks of platforms and their options are twelve modules; the client of a platform is loaded on demand.
  // The refusal of a key that a concurrent request bound to another platform: 0.3 kB.
  webhooks: { modules: 92, kilobytes: 221, packages: everywhere },
  // The log of jobs, the scheduler, the report of unreadable secrets, the sending of mails, the deletion of old touches and requested
  // attribution settings are separate modules, and so are events, their effects and totals of forecasts. Public holidays are on demand.
  // Promotions and the effect of planned spend are two modules of forecasts, and the names of days are one.
  // The results of attempts and the request to an endpoint are modules, which order events and messages to Slack share; these are on demand.
  // Holidays of anomalies, and one transaction for each alert rule: 2 kB.
  // Sentences about restated days and products that ran out on a day: 0.5 kB.
  // The sentence about values that a file of products empties: 0.5 kB.
  worker: { modules: 102, kilobytes: 320, packages: [...everywhere, 'ipaddr.js', 'pg-boss'] },
}

/**
 * The most that the first request of a page of the console loads besides. The page of questions is the largest: it parses them, and
 * reads which metrics the brand reports, to offer questions. Fields show what is stored after a conflict.
 */
// The page of questions interprets channels of journeys, elliptic years, deadlines, premises, advice and words of names.
// Forms that a page shows again are two modules. Sentences that list rows and their words are two modules. Members have names for the reader.
// The page Plan shares the fields of its amounts with the links of questions.
// The anomaly that a plan is for is a module of its page: 1 kB. Two times that a question does not compare: 1 kB.
// Eleven kilobytes more of questions, as analytics, and their sentences: 1 kB.
const pageBudget = { modules: 141, kilobytes: 626 }

interface Module {
  specifier: string
  size?: number
  dependencies?: { isDynamic?: boolean; code?: { specifier?: string } }[]
}

interface Graph {
  loaded: Module[]
  /** For each dynamic import of a loaded module: what it loads besides. */
  onDemand: Module[][]
}

/** The modules that a function imports, directly or not, without types, and those that it imports on demand. */
function graph(name: string): Graph {
  const args = ['info', '--json', '--node-modules-dir=manual', `functions/${name}/index.ts`]
  const output = execFileSync(deno, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 26,
  })
  const { modules, roots } = JSON.parse(output) as { modules: Module[]; roots: string[] }
  const known = new Map(modules.map((module) => [module.specifier, module]))
  const moduleOf = (specifier: string) => known.get(specifier) ?? { specifier }
  const importsOf = (specifier: string) => moduleOf(specifier).dependencies ?? []
  const reach = (starts: string[]) => {
    const reached = new Set(starts)
    for (const specifier of reached)
      for (const { isDynamic, code } of importsOf(specifier))
        if (!isDynamic && code?.specifier) reached.add(code.specifier)
    return reached
  }
  const start = reach(roots)
  const dynamic = [...start].flatMap(importsOf).filter(({ isDynamic }) => isDynamic)
  return {
    loaded: [...start].map(moduleOf),
    onDemand: dynamic.map(({ code }) =>
      [...reach(code?.specifier ? [code.specifier] : [])].filter((specifier) => !start.has(specifier)).map(moduleOf),
    ),
  }
}

/** The modules of the repository, without packages. */
const ownOf = (modules: Module[]) => modules.filter((each) => each.specifier.startsWith('file:') && !packageOf(each))
const kilobytesOf = (modules: Module[]) => modules.reduce((sum, { size = 0 }) => sum + size, 0) / 1000

function packageOf({ specifier }: Module): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1]
}

describe('module graph of a function', () => {
  test('has a budget for every function', () => {
    const names = globSync('functions/*/index.ts', { cwd: root }).map((path) => path.split('/')[1])
    expect(Object.keys(budgets).toSorted()).toEqual(names.toSorted())
  })

  test.each(Object.entries(budgets))('of %s is within its budget of modules, bytes and packages', (name, budget) => {
    const { loaded: modules } = graph(name)
    const own = ownOf(modules)
    expect(own.length).toBeLessThanOrEqual(budget.modules)
    expect(kilobytesOf(own)).toBeLessThanOrEqual(budget.kilobytes)
    // A budget far above the real size detects nothing.
    expect(own.length * 1.5).toBeGreaterThan(budget.modules)
    const packages = new Set(modules.map(packageOf).filter((found) => found !== undefined))
    expect([...packages].toSorted()).toEqual(budget.packages.toSorted())
  })

  test('of the largest page of the console is within its budget', () => {
    const pages = graph('console').onDemand.map(ownOf)
    const modules = Math.max(...pages.map(({ length }) => length))
    const kilobytes = Math.max(...pages.map(kilobytesOf))
    expect(modules).toBeLessThanOrEqual(pageBudget.modules)
    expect(kilobytes).toBeLessThanOrEqual(pageBudget.kilobytes)
    expect(modules * 1.5).toBeGreaterThan(pageBudget.modules)
  })
})
