import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createProgram } from '../../cli/program.ts'
import { lagWindowSeconds } from '../../shared/http/server/process_metrics.ts'
import { missingPrometheus } from '../support/prometheus.ts'

const folder = join(import.meta.dirname, '..', '..', 'docs', 'operate')
const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8')
const alerts = [
  ...rules.matchAll(/- alert: (\w+)\n(?: {8}#.*\n)* {8}expr: (.*\n(?: {10}.*\n)*) {8}for: (\d+)([mh])/g),
].map(([, name = '', expression = '', count, unit]) => ({ name, expression, minutes: minutesOf(count, unit) }))

function minutesOf(count: string | undefined, unit: string | undefined): number {
  return Number(count) * (unit === 'h' ? 60 : 1)
}

/** Gauges that show an event only for a while after it, in minutes. Other gauges show a state as long as it lasts. */
const heldMinutes: Record<string, number> = { vitrine_event_loop_lag_seconds: lagWindowSeconds / 60 }

/** Series in the notation of promtool: start, step and count of samples, one a minute. */
type Series = Record<string, string>

interface Case {
  /** Series for which the alert fires after its `for`. */
  firing: Series
  /** Series at the threshold, for which it never fires. */
  silent: Series
  /** Minutes until the expression is first true. A rate needs two samples. */
  from?: number
}

const instance = 'job="vitrine-gateway",instance="one:8787"'
const worker = 'job="vitrine-worker",instance="two:8790"'
const requests = (status: string) =>
  `vitrine_requests_total{${instance},operation="analytics.brands",status="${status}"}`
const bucket = (le: string) => `vitrine_request_seconds_bucket{${instance},operation="analytics.brands",le="${le}"}`
const pool = (state: string) => `vitrine_pool_requests{${instance},state="${state}"}`
const reads = (outcome: string) => `vitrine_replica_reads_total{${instance},outcome="${outcome}"}`
const attempts = (outcome: string) => `vitrine_delivery_attempts_total{${worker},outcome="${outcome}"}`
const build = (commit: string) => `vitrine_build_info{function="gateway",version="1.0.0",commit="${commit}"}`
const gauge = (name: string, firing: string, silent: string): Case => ({
  firing: { [name]: `${firing}x500` },
  silent: { [name]: `${silent}x500` },
})

const cases: Record<string, Case> = {
  VitrineDown: gauge(`up{${instance}}`, '0', '1'),
  VitrineNotReady: gauge(`vitrine_ready{${instance},reason="login_is_refused"}`, '0', '1'),
  VitrineDatabaseUnreachable: gauge(`vitrine_breaker_state{${instance},state="closed"}`, '0', '1'),
  VitrineErrorBudgetFast: {
    firing: { [requests('200')]: '0+1000x500', [requests('503')]: '0+15x500' },
    silent: { [requests('200')]: '0+1000x500', [requests('503')]: '0+14x500' },
    from: 1,
  },
  VitrineErrorBudgetSlow: {
    firing: { [requests('200')]: '0+1000x500', [requests('500')]: '0+4x500' },
    silent: { [requests('200')]: '0+1000x500', [requests('500')]: '0+3x500' },
    from: 1,
  },
  VitrineSlow: {
    firing: { [bucket('1')]: '0+94x500', [bucket('2.5')]: '0+100x500', [bucket('+Inf')]: '0+100x500' },
    silent: { [bucket('1')]: '0+96x500', [bucket('2.5')]: '0+100x500', [bucket('+Inf')]: '0+100x500' },
    from: 1,
  },
  VitrinePoolExhausted: {
    firing: { [pool('in_use')]: '8x500', [pool('waiting')]: '1x500', [`vitrine_pool_size{${instance}}`]: '8x500' },
    // Connections are free: one caller waits for its own share.
    silent: { [pool('in_use')]: '7x500', [pool('waiting')]: '1x500', [`vitrine_pool_size{${instance}}`]: '8x500' },
  },
  VitrineEventLoopBlocked: gauge(`vitrine_event_loop_lag_seconds{${instance}}`, '1.1', '1'),
  VitrineMemoryHigh: gauge(`process_resident_memory_bytes{${instance}}`, '536870913', '536870912'),
  VitrineReleasesDiffer: {
    firing: { [build('one')]: '1x500', [build('two')]: '1x500' },
    silent: { [build('one')]: '1x500', [`${build('one').slice(0, -1)},instance="three"}`]: '1x500' },
  },
  VitrineReplicaUnused: {
    firing: { [reads('served')]: '0+49x500', [reads('behind')]: '0+51x500' },
    silent: { [reads('served')]: '0+50x500', [reads('unavailable')]: '0+50x500' },
    from: 1,
  },
  VitrineWorkerMissing: {
    firing: { 'up{job="vitrine-gateway"}': '1x500' },
    silent: { vitrine_database_answers: '1x500' },
  },
  VitrineScheduleOverdue: gauge(`vitrine_schedule_overdue_seconds{${worker},queue="trust"}`, '601', '600'),
  VitrineJobsFailed: gauge(`vitrine_jobs{${worker},queue="dead_letters",state="created"}`, '1', '0'),
  VitrineEventsStuck: gauge(`vitrine_events_unplaced_seconds{${worker}}`, '61', '60'),
  VitrineDeliveriesLate: gauge(`vitrine_deliveries_due_seconds{${worker}}`, '301', '300'),
  VitrineDeliveriesFailing: {
    firing: { [attempts('delivered')]: '0+49x500', [attempts('failed')]: '0+51x500' },
    silent: { [attempts('delivered')]: '0+50x500', [attempts('failed')]: '0+50x500' },
    from: 1,
  },
  VitrineWebhookSecretsUnreadable: {
    firing: { [`vitrine_webhook_secrets_unreadable{${worker},key_id="0a1b"}`]: '2x500' },
    silent: { vitrine_database_answers: '1x500' },
  },
  VitrineMailsLate: gauge(`vitrine_mails_waiting_seconds{${worker}}`, '301', '300'),
}

/** Whether an alert fires at a minute, for these series. */
function scenario(alert: string, series: Series, expected: [minute: number, isFiring: boolean][]) {
  return {
    name: alert,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: expected.map(([minute, isFiring]) => ({
      expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
      eval_time: `${minute}m`,
      exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
    })),
  }
}

/** Returns why the command line refuses a line of a document; null if it accepts it. No command is run. */
function refusal(line: string): string | null {
  const program = createProgram()
  const silence = (command: Command) => {
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined })
    if (command.commands.length === 0) command.action(() => undefined)
    for (const each of command.commands) silence(each)
  }
  silence(program)
  try {
    program.parse(line.trim().split(/\s+/), { from: 'user' })
    return null
  } catch (error) {
    return `${line}: ${(error as Error).message}`
  }
}

/** Runs `promtool test rules`. Its format is YAML, of which JSON is a part. */
function promtool(tests: unknown[]): string {
  const home = mkdtempSync(join(tmpdir(), 'vitrine-rules-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const file = join(home, 'tests.yml')
  writeFileSync(file, JSON.stringify({ rule_files: [join(folder, 'alerts.yml')], evaluation_interval: '1m', tests }))
  try {
    return execFileSync('promtool', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' })
  } catch (thrown) {
    return (thrown as { stderr: string }).stderr
  }
}

describe('docs/operate', () => {
  test('has a runbook with symptom, checks and fix for each alert, and no other', () => {
    expect(alerts.length).toBe(rules.split('- alert: ').length - 1)
    const runbooks = globSync('runbooks/*.md', { cwd: folder }).map((path) => basename(path, '.md'))
    expect(runbooks.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
    for (const { name } of alerts) {
      const headings = [...readFileSync(join(folder, 'runbooks', `${name}.md`), 'utf8').matchAll(/^#+ (.*)$/gm)]
      expect(headings.map(([, heading]) => heading)).toEqual([name, 'Symptom', 'Check', 'Fix'])
      expect(rules).toContain(`runbook_url: docs/operate/runbooks/${name}.md\n`)
    }
  })

  test('names only commands of vitrine that exist', () => {
    const texts = globSync('**/*.md', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
    const used = new Set(
      texts.flatMap((text) => [...text.matchAll(/npm run vitrine -- ([^`\n]+)/g)].map(([, line]) => line as string)),
    )
    expect(used.size).toBeGreaterThan(5)
    expect([...used].map(refusal).filter((message) => message !== null)).toEqual([])
    expect(refusal('worker --restart')).toContain("unknown option '--restart'")
    expect(refusal('plans promote <account>')).toContain("unknown command 'promote'")
  })

  test('has a `for` that each momentary signal outlasts', () => {
    for (const { name, expression, minutes } of alerts) {
      const windows = [...expression.matchAll(/\[(\d+)([mh])\]/g)].map(([, count, unit]) => minutesOf(count, unit))
      const held = Object.entries(heldMinutes).flatMap(([metric, time]) =>
        new RegExp(String.raw`${metric}(?!\w*\[)`).test(expression) ? [time] : [],
      )
      expect(minutes, name).toBeLessThanOrEqual(Math.min(...windows, ...held))
    }
  })

  test('has a severity and a summary for each alert', () => {
    expect([...rules.matchAll(/severity: (critical|warning)\n {8}annotations:\n {10}summary: /g)]).toHaveLength(
      alerts.length,
    )
  })

  test('has a dashboard with a query for each metric of the alerts', () => {
    const { panels } = JSON.parse(readFileSync(join(folder, 'dashboard.json'), 'utf8')) as {
      panels: { targets?: { expr: string }[] }[]
    }
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n')
    const used = new Set([...rules.matchAll(/\b(?:vitrine|process)_[a-z_]+\b(?=[{[) ])/g)].map(([name]) => name))
    expect(used.size).toBeGreaterThan(15)
    expect([...used].filter((name) => !shown.includes(name))).toEqual([])
  })
})

describe.skipIf(missingPrometheus)('alert rules', () => {
  test('have a case each', () => {
    expect(Object.keys(cases)).toEqual(alerts.map(({ name }) => name))
  })

  test.each(alerts)('$name fires after $minutes minutes, and never at its threshold', ({ name, minutes }) => {
    const { firing, silent, from = 0 } = cases[name] as Case
    const due = from + minutes
    const output = promtool([
      scenario(name, firing, [...(due > 0 ? [[due - 1, false] as [number, boolean]] : []), [due, true]]),
      scenario(name, silent, [[400, false]]),
    ])
    expect(output).toContain('SUCCESS')
  })

  test('VitrineEventLoopBlocked fires for one block, and ends within six minutes', () => {
    const block = { [`vitrine_event_loop_lag_seconds{${instance}}`]: '0x9 1.2 0x30' }
    const output = promtool([
      scenario('VitrineEventLoopBlocked', block, [
        [9, false],
        [10, true],
        [16, false],
      ]),
    ])
    expect(output).toContain('SUCCESS')
  })

  test('VitrineErrorBudgetFast ends within five minutes after the errors', () => {
    const burst = { [requests('200')]: '0+1000x500', [requests('503')]: '0+100x40 4000x100' }
    const output = promtool([
      scenario('VitrineErrorBudgetFast', burst, [
        [40, true],
        [46, false],
      ]),
    ])
    expect(output).toContain('SUCCESS')
  })
})
