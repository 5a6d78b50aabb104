import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { interpret } from '../../shared/question/interpret.ts'
import { platformAliases } from '../support/platform_aliases.ts'
import { judge } from './grading/judge.ts'
import type { Expectation, Grade, Question } from './grading/judge.ts'

/*
 * Two halves of one question set, 201 questions each. Neither is held out: the grammar was changed after runs of both, so
 * the figures below are regression figures and no estimate for new questions.
 *
 * First runs, before any change for the half in question, with a judge that compared neither the reason of a refusal nor
 * the operator and value of a bound nor every operation:
 * - questions_dev: 180 of 201 right on the first run of the grammar, 196 right (1 wrong and confident) after tuning.
 * - questions_second_half: 170 right, 1 refused, 21 flagged, 9 wrong and confident. This is the estimate for new questions.
 *
 * The stricter judge first found 196 and 172 right and none wrong and confident: six questions were refused for the wrong
 * reason (d180, h087, h089, h102, h104, h135). The grammar was changed for them.
 *
 * These expectations were changed after the first runs:
 * - d173: `view_conversions` is a metric of the catalog, so the question can be answered.
 * - h165: fatigued creatives are selected by a filter.
 * - h170: a spend forecast exists, so a future time can be answered with it. A refusal is still accepted.
 * - d032, d081, d136, h026, h073, h181: they ask for growth, and the expectation named no operation. d081 may be answered as a
 *   series without it, h026 with the difference.
 * - d119: the catalog has a metric for revenue per click, so no ratio has to be computed.
 * - d072: "write a headline" asks for a change, so it is refused as a write.
 * - h094: an unknown campaign after "without" is refused as an exclusion. The refusal says what can be excluded.
 * - h020: "lost the most conversions" may be the largest fall of the amount instead of the fraction. The answer says which.
 * - d043: `unsupported_calculation` is a reason for an unknown condition.
 * - d071, d129, d197, h045, h046, h064, h161: an unknown word after "of", "in" or "on" is refused as an unknown name, and was answered with the
 *   total and listed as unmatched.
 * - `threshold: true` became `thresholds` with metric, operator and value.
 *
 * QUESTIONS_FILE=<path> grades another set of the same format and prints the counts without asserting them.
 */
const halves = [
  { file: 'questions_dev.jsonl', right: 197 },
  { file: 'questions_second_half.jsonl', right: 177 },
]
const given = process.env.QUESTIONS_FILE
const campaigns = ['Prospecting US', 'Retargeting - 30d', 'Brand Search', 'Black Friday 2026', 'Summer Sale']
const context = {
  today: '2026-11-20',
  timezone: 'America/New_York',
  currency: 'USD',
  names: campaigns.map((name) => ({ name, level: 'campaign' as const })),
  platforms: ['google', 'meta', 'tiktok'],
  platform_aliases: platformAliases,
}

function gradeFile(path: string) {
  const questions = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question)
  const counts: Record<Grade, number> = { right: 0, refused: 0, flagged: 0, 'wrong and confident': 0 }
  const report: string[] = []
  for (const { id, question, now, expect: expected } of questions) {
    const interpretation = interpret(question, { ...context, today: now.slice(0, 10) })
    const { grade, wrong } = judge(interpretation, expected)
    counts[grade] += 1
    if (grade !== 'right')
      report.push(`${grade}: ${id} ${question} [${wrong.join(', ')}] ${JSON.stringify(interpretation)}`)
  }
  if (given !== undefined || process.env.SHOW_QUESTIONS) console.log(report.join('\n'), counts)
  return { counts, total: questions.length, report: report.join('\n') }
}

if (given !== undefined)
  test('grades the questions of QUESTIONS_FILE', () => {
    expect(gradeFile(given).total).toBeGreaterThan(0)
  })
else
  test.each(halves)(
    '$file: at least $right of 201 answers are right and none is wrong and confident',
    ({ file, right }) => {
      const { counts, total, report } = gradeFile(join(import.meta.dirname, 'fixtures', file))
      expect(total).toBe(201)
      expect(counts.right, report).toBeGreaterThanOrEqual(right)
      expect(counts['wrong and confident'], report).toBe(0)
    },
  )

describe('judge', () => {
  const expected: Expectation = {
    intent: 'ranking',
    metrics: ['spend'],
    level: 'campaign',
    time: null,
    thresholds: [{ metric: 'spend', operator: '>', value: 1000 }],
  }

  test.each([
    ['which campaigns spent more than 1000 last week', 'right', []],
    ['which campaigns spent less than 1000 last week', 'wrong and confident', ['thresholds']],
    ['which campaigns spent more than 100 last week', 'wrong and confident', ['thresholds']],
  ])('grades "%s" as %s %s', (question, grade, wrong) => {
    expect(judge(interpret(question, context), expected)).toMatchObject({ grade, wrong })
  })

  test('finds an operation that was not requested', () => {
    const average = interpret('average spend per day last week', context)
    const sum: Expectation = { intent: 'metric_value', metrics: ['spend'], level: 'account', time: null }
    expect(judge(average, sum)).toEqual({ grade: 'wrong and confident', wrong: ['operation'] })
    expect(judge(average, { ...sum, operation: 'average_per_day' }).grade).toBe('right')
  })

  test('finds a refusal for another reason', () => {
    const refusal = interpret('top keywords by clicks', context)
    const nothing: Expectation = { intent: null, metrics: null, level: null, time: null }
    expect(judge(refusal, { ...nothing, unsupported: 'write' })).toEqual({ grade: 'refused', wrong: ['reason'] })
    expect(judge(refusal, { ...nothing, unsupported: 'unknown level' }).grade).toBe('right')
  })
})
