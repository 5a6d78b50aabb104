import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../cli/installation/postgres.ts'

/** Whether Prometheus is not installed (`apt-get install prometheus`). Tests that need it are then skipped. */
export const missingPrometheus = isMissing()

function isMissing(): boolean {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    console.warn('Prometheus is not installed. Tests of alert rules are skipped. Run apt-get install prometheus.')
    return true
  }
}

export interface Prometheus {
  /** The names of the alerts that fire. */
  firing: () => Promise<string[]>
  stop: () => void
}

/** Starts a Prometheus that scrapes these processes, and evaluates the rules, every second. */
export async function startPrometheus(
  rules: string,
  secret: string,
  targets: { job: string; urls: string[] }[],
): Promise<Prometheus> {
  const home = mkdtempSync(join(tmpdir(), 'vitrine-prometheus-'))
  writeFileSync(join(home, 'rules.yml'), rules)
  const config = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: [join(home, 'rules.yml')],
    scrape_configs: targets.map(({ job, urls }) => ({
      job_name: job,
      authorization: { credentials: secret },
      static_configs: [{ targets: urls.map((url) => new URL(url).host) }],
    })),
  }
  writeFileSync(join(home, 'prometheus.yml'), JSON.stringify(config))
  const address = `127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(home, 'data')}`,
      `--web.listen-address=${address}`,
      '--log.level=error',
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  await vi.waitUntil(async () => (await fetch(`http://${address}/-/ready`).catch(() => null))?.ok, {
    timeout: 30_000,
    interval: 100,
  })
  return {
    firing: async () => {
      const response = await fetch(`http://${address}/api/v1/alerts`)
      const { data } = (await response.json()) as {
        data: { alerts: { labels: { alertname: string }; state: string }[] }
      }
      return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
    },
    stop: () => {
      child.kill('SIGKILL')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
