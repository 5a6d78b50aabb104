/** Plain-language questions with the expected interpretation: the share that is right in all four slots, and the speed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { interpret } from '../shared/question/interpret.ts'
import type { Interpretation } from '../shared/question/interpretation.ts'
import { judgeGoals } from './goals.ts'
import { platformAliases } from '../test/support/platform_aliases.ts'

interface Expected {
  intent: string | null
  intent_also_accepted?: (string | null)[]
  metrics: string[] | null
  metrics_also_accepted?: string[][]
  level: string | null
  time: { date_from: string; date_to: string } | null
  time_also_accepted?: { date_from: string; date_to: string }[]
}

const file = join(import.meta.dirname, '..', '..', 'shared', 'data', 'questions', 'questions.jsonl')
const context = {
  today: '2026-11-20',
  timezone: 'America/New_York',
  currency: 'USD',
  names: ['Prospecting US', 'Retargeting - 30d'].map((name) => ({ name, level: 'campaign' as const })),
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}

if (!existsSync(file)) console.log('Skipped: ../shared/data/questions is absent.')
else run()

function run(): void {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const cases = lines.map((line) => JSON.parse(line) as { id: string; question: string; expect: Expected })
  const right = { intent: 0, metrics: 0, level: 0, time: 0, all: 0 }
  const milliseconds: number[] = []
  for (const { id, question, expect } of cases) {
    const startedAt = performance.now()
    const given = interpret(question, context)
    milliseconds.push(performance.now() - startedAt)
    const slots = judge(given, expect)
    for (const slot of ['intent', 'metrics', 'level', 'time'] as const) right[slot] += slots[slot] ? 1 : 0
    const isRight = Object.values(slots).every(Boolean)
    right.all += isRight ? 1 : 0
    if (!isRight) console.log(`${id} ${question}\n  wrong: ${describe(slots, given, expect)}`)
  }
  const sorted = milliseconds.toSorted((a, b) => a - b)
  console.log({
    questions: cases.length,
    ...Object.fromEntries(
      Object.entries(right).map(([slot, count]) => [slot, Math.round((1000 * count) / cases.length) / 1000]),
    ),
    p50_ms: sorted[sorted.length >> 1]?.toFixed(2),
    p95_ms: sorted[Math.floor(sorted.length * 0.95)]?.toFixed(2),
  })
  const share = (slot: keyof typeof right) => Math.round((1000 * right[slot]) / cases.length) / 1000
  judgeGoals([
    { name: 'intent', measured: share('intent'), atLeast: 0.92 },
    { name: 'metrics', measured: share('metrics'), atLeast: 0.95 },
    { name: 'level', measured: share('level'), atLeast: 0.95 },
    { name: 'time', measured: share('time'), atLeast: 0.97 },
    { name: 'all four slots', measured: share('all'), atLeast: 0.92 },
    { name: 'p95, milliseconds', measured: sorted[Math.floor(sorted.length * 0.95)] ?? 0, atMost: 30 },
  ])
}

function judge(given: Interpretation, expected: Expected) {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const time = given.time && { date_from: given.time.date_from, date_to: given.time.date_to }
  const intent = [expected.intent, ...(expected.intent_also_accepted ?? [])].includes(given.intent)
  // If the expected interpretation allows a refusal, a refusal is right in every slot.
  if (intent && given.intent === null) return { intent, metrics: true, level: true, time: true }
  return {
    intent,
    metrics: [expected.metrics, ...(expected.metrics_also_accepted ?? [])].some((metrics) =>
      same(metrics, given.metrics),
    ),
    level: expected.level === given.level,
    time: [expected.time, ...(expected.time_also_accepted ?? [])].some((range) => same(range, time)),
  }
}

function describe(slots: Record<string, boolean>, given: Interpretation, expected: Expected): string {
  return Object.keys(slots)
    .filter((slot) => !slots[slot])
    .map((slot) => {
      const of = (from: object) => JSON.stringify((from as Record<string, unknown>)[slot])
      return `${slot} is ${of(given)}, not ${of(expected)}`
    })
    .join('; ')
}
