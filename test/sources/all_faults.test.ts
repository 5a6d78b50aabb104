import { expect, test } from 'vitest'
import { AllPlatforms } from '../support/all_platforms/all_platforms.ts'
import { changeAll } from '../support/all_platforms/random_changes.ts'
import { armAll, clearAll } from '../support/all_platforms/random_faults.ts'
import { addDays } from '../support/platforms/days.ts'
import { Random } from '../support/platforms/random.ts'

/** SOURCES_SEED makes the same days again, and SOURCES_ROUNDS is the number of seeds that follow each other. */
const firstSeed = Number(process.env.SOURCES_SEED || 20261120)
const rounds = Number(process.env.SOURCES_ROUNDS || 1)
const days = 10

/** The days with the keys of cells that are neither as before nor as the platforms report now. */
function foreign(held: Map<string, string>, before: Map<string, string>, now: Map<string, string>): string[] {
  const keys = [...new Set([...held.keys(), ...before.keys(), ...now.keys()])]
  return keys.filter((key) => held.get(key) !== before.get(key) && held.get(key) !== now.get(key))
}

async function runDays(all: AllPlatforms, random: Random): Promise<void> {
  for (let number = 0; number < days; number++) {
    const notes: string[] = []
    const note = (...lines: string[]) => void notes.push(...lines)
    const day = addDays(all.firstDay, number)
    // Between these hours no time zone of the accounts begins its night, so that each day has one nightly read.
    all.moveTo(`${day}T${random.integer(12, 15)}:${random.integer(10, 59)}:00Z`)
    try {
      if (number > 0) note(...changeAll(all, random))
      const before = await all.storedDays()
      note(...armAll(all, random))
      if (random.fraction() < 0.5) {
        const requests = random.integer(1, 60)
        note(`kill after ${requests} requests: ${await all.syncAndKill(requests)}`)
      } else {
        note('read with faults', ...(await all.sync()))
      }
      const held = await all.storedDays()
      clearAll(all)
      // A restart alone completes what the faults and the kill left.
      expect(await all.sync()).toEqual([])
      await all.expectLedgers()
      expect(foreign(held, before, await all.storedDays())).toEqual([])
      expect(all.complaints()).toEqual([])
    } catch (cause) {
      throw new Error([`Day ${day}:`, ...notes, String(cause)].join('\n'), { cause })
    }
  }
}

test.each(Array.from({ length: rounds }, (_, index) => firstSeed + index))(
  'every stored cell is what the platforms report after ten days of changes, faults and kills (SOURCES_SEED=%i)',
  { timeout: 600_000 },
  async (seed) => {
    const random = new Random(seed)
    const all = await AllPlatforms.open(random, addDays('2026-10-16', random.integer(0, 14)))
    try {
      await runDays(all, random)
    } finally {
      await all.stop()
    }
  },
)
