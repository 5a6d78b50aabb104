import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

/** Patterns of secrets. */
const secrets: Record<string, RegExp> = {
  'a key of ours': /(?:svc_)?(?:sk|pk|ak)_(?:live_|test_)?[0-9A-Za-z]{38}\b/,
  'a key of a payment platform': /\b[rs]k_(?:live|test)_[0-9A-Za-z]{24,}/,
  'a token of ours': /\bmcp_[ar]t_[\w-]{43}/,
  'a secret of a webhook': /\bwhsec_[A-Za-z0-9+/]{32,}/,
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/,
  'a key of AWS': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a key of Google': /\bAIza[\w-]{35}\b/,
  'a token of GitHub': /\bgh[pousr]_[0-9A-Za-z]{36}\b/,
  'a token of npm': /\bnpm_[0-9A-Za-z]{36}\b/,
  'a token of Slack': /\bxox[abprs]-[0-9A-Za-z-]{10,}/,
  'a password in an address':
    /\b(?:postgres(?:ql)?|redis|mysql|mongodb|amqp|https?):\/\/[^\s:/@'"`]+:(?![$<{])[^\s:/@'"`]+@/,
}

/** Placeholders for passwords, and the webhook secret of the examples. */
const examples =
  /:(?:password|secret|pass|p@ss|p@@s:s|word|nothing|[a-z]|\*\*\*|\.\.\.)@|whsec_c2hvd24gb25jZSwgd2hlbiBpdCBpcyBtYWRlLCBubyBtb3Jl/g

function found(text: string): string[] {
  const rest = text.replace(examples, '')
  return Object.entries(secrets).flatMap(([name, pattern]) => (pattern.test(rest) ? [name] : []))
}

describe('secrets in the repository', () => {
  test('are absent from every tracked file', () => {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
    expect(tracked.length).toBeGreaterThan(300)
    const findings = tracked.flatMap((path) =>
      found(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`),
    )
    expect(findings).toEqual([])
  })

  test('are in files that git ignores when npm start writes them', () => {
    const ignored = ['.env', '.vitrine/dev.json', '.vitrine/secrets.json', '.vitrine/database/PG_VERSION']
    const said = execFileSync('git', ['check-ignore', ...ignored], { cwd: root, encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(said).toEqual(ignored)
  })

  test.each([
    `sk_live_${'a1B2c3D4'.repeat(5).slice(0, 38)}`,
    `-----BEGIN EC ${'PRIVATE'} KEY-----`,
    ['eyJhbGciOiJFUzI1NiJ9', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', 'c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw'].join('.'),
    `AKIA${'ABCD1234EFGH5678'}`,
    ['postgres://vitrine', 'hunter2@db.example.com/vitrine'].join(':'),
  ])('are detected by this test: %s', (secret) => {
    expect(found(`const it = '${secret}'`)).not.toEqual([])
  })
})

interface Package {
  resolved?: string
  integrity?: string
  link?: boolean
  inBundle?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
}

/** The registry that wrote the lock file does not have these versions for other systems (cli/complete_lock.ts). */
const withoutHash = /^node_modules\/(@deno\/(darwin|linux-arm64|win32)|@oxlint\/binding-)/

/** Whether Linux on x64 with glibc installs a package: servers, the container image and CI. */
function isForServers({ optional, os, cpu, libc }: Package): boolean {
  const matches = (list: string[] | undefined, value: string) => list === undefined || list.includes(value)
  return !optional || (matches(os, 'linux') && matches(cpu, 'x64') && matches(libc, 'glibc'))
}

describe('installed packages', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>
  }

  test('come from the npm registry, each with its hash', () => {
    const isElsewhere = ([path, one]: [string, Package]) => withoutHash.test(path) && !isForServers(one)
    const installed = Object.entries(packages).filter(
      ([path, one]) =>
        path !== '' && !one.link && !one.inBundle && !(one.integrity === undefined && isElsewhere([path, one])),
    )
    expect(installed.length).toBeGreaterThan(200)
    const loose = installed.filter(
      ([, { resolved = 'https://registry.npmjs.org/', integrity }]) =>
        !resolved.startsWith('https://registry.npmjs.org/') || !integrity?.startsWith('sha512-'),
    )
    expect(loose.map(([path]) => path)).toEqual([])
  })

  test('have an exact version in package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })
})
