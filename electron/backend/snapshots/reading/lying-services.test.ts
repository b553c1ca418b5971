// Readings of services that lie (docs/decisions/lying-services.md): none is called complete wrongly, and each ends.
// One strategy with a trace: node scripts/lying-services.ts 'lost last page' --seed 1 --run 0 --trace
import { describe, expect, test } from 'vitest'
import { settingsOf } from '../fixtures/lying-services/setting.ts'
import { strategies } from '../fixtures/lying-services/strategies.ts'
import { GROUPS, type Group } from '../fixtures/lying-services/strategy.ts'
import { readLies } from '../fixtures/reading-of-lies.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const first = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 30) : 1))
/** Settings of each strategy for a seed. */
const RUNS = isLong ? 3 : 1
const seeds = Array.from({ length: isLong ? 20 : 1 }, (_, at) => first + at)

describe(`seeds from ${first} on`, () => {
  test.each(Object.entries(GROUPS))('group %s: %s', async (number, about) => {
    const group = Number(number) as Group
    const wrong: string[] = []
    const seen: Record<string, number> = {}
    const inGroup = strategies.filter((strategy) => strategy.group === group)
    expect(inGroup.length).toBeGreaterThanOrEqual(6)
    for (const seed of seeds) {
      for (const strategy of inGroup) {
        for (const size of seed % 4 === 0 ? (['few', 'many'] as const) : (['few'] as const)) {
          for (const [at, setting] of settingsOf(strategy.name, seed, RUNS, size).entries()) {
            const run = await readLies(strategy, strategy.make, setting)
            seen[run.verdict] = (seen[run.verdict] ?? 0) + 1
            if (run.wrong === null) continue
            wrong.push(`'${strategy.name}' --seed ${seed} --run ${at} --size ${size}: ${run.verdict}, ${run.wrong}`)
          }
        }
      }
    }
    if (isLong) console.log(`${about}: ${JSON.stringify(seen)}`)
    expect(wrong).toEqual([])
  })
})

/** Each once called complete, with events missing or of an old text. */
const ONCE_BELIEVED = [
  { name: 'lost last page', seed: 4243, at: 0, size: 'few' },
  { name: 'replica behind for counts', seed: 4256, at: 2, size: 'few' },
  { name: 'totals rounded down to tens', seed: 4248, at: 1, size: 'few' },
  { name: 'two texts by parity', seed: 4247, at: 1, size: 'few' },
  { name: 'filters after paging, total of page', seed: 63_696_028, at: 2, size: 'many' },
  { name: 'filters after paging, others first', seed: 1, at: 0, size: 'few' },
  { name: 'property filter after paging, others first', seed: 1, at: 1, size: 'few' },
  { name: 'filters after a batch', seed: 4, at: 0, size: 'few' },
  { name: 'filters after a batch', seed: 4, at: 10, size: 'few' },
  { name: 'amounts rounded in large answers', seed: 50231124, at: 2, size: 'many' },
  { name: 'amounts rounded in large answers', seed: 441176568, at: 0, size: 'many' },
  // Only a count by type showed an amount as it is.
  { name: 'amounts rounded in large answers', seed: 20_261_148, at: 0, size: 'many' },
  { name: 'weekends lost in wide ranges', seed: 21, at: 16, size: 'many' },
  { name: 'a month back from now', seed: 3, at: 0, size: 'few' },
  { name: 'recent tier without a start', seed: 3, at: 2, size: 'few' },
  { name: 'three tiers by the end', seed: 3, at: 1, size: 'few' },
  // Where the empty side was halved, the store began right before.
  { name: 'three tiers by the end', seed: 294_521_332, at: 1, size: 'few' },
  { name: 'recent tier by the end', seed: 104, at: 1, size: 'many' },
  { name: 'old tier by the start', seed: 106, at: 1, size: 'few' },
  { name: 'old tier by the start', seed: 108, at: 1, size: 'few' },
  { name: 'one of each second in long answers', seed: 12, at: 1, size: 'few' },
  // One in seventeen was hidden, and in none of the small segments that were sampled.
  { name: 'one of each second in long answers', seed: 294_521_322, at: 0, size: 'few' },
  // In parts, and as one.
  { name: 'pages continue after the last time', seed: 2, at: 2, size: 'many' },
  { name: 'pages continue after the last time', seed: 33, at: 1, size: 'many' },
] as const

test.each(ONCE_BELIEVED)('$name, seed $seed, run $at', async ({ name, seed, at, size }) => {
  const strategy = strategies.find((one) => one.name === name)
  const setting = settingsOf(name, seed, at + 1, size)[at]
  if (strategy === undefined || setting === undefined) throw new Error(`There is no strategy "${name}"`)
  expect(await readLies(strategy, strategy.make, setting)).toMatchObject({ wrong: null })
})

test('a service that gives few rows in each answer, whatever is asked for, is proved by one reading', async () => {
  const name = 'limit ignored'
  const strategy = strategies.find((one) => one.name === name)
  if (strategy === undefined) throw new Error(`There is no strategy "${name}"`)
  for (const setting of settingsOf(name, 7, 20, 'few')) {
    const run = await readLies(strategy, strategy.make, setting)
    expect(run).toMatchObject({ verdict: 'complete', wrong: null })
    // What proves it asks a few answers further; another reading would be as many again as brought rows.
    expect(run.unproductive).toBeLessThan(run.productive + 80)
  }
})
