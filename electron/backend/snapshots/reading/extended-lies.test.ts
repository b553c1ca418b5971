// A snapshot of a service that lies, or begins to, is extended over it: what is taken over proves nothing that is not
// so.
import { expect, test } from 'vitest'
import { LIES_FROM, largeSettingsOf, readExtendedLies } from '../fixtures/extended-lies.ts'
import { strategies } from '../fixtures/lying-services/strategies.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const first = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 30) : 1))
const SEEDS = isLong ? 3 : 1
/** Events of one run: twice as many take four times as long. */
const MOST = isLong ? 4_000 : 2_000

/** Of those that end soonest. */
const SHORT_GROUPS = [2, 4, 5, 6, 7, 11]
/** In `npm test` one strategy of a group, which begins to lie once a snapshot of before is there. */
const shortly = SHORT_GROUPS.map((group) => {
  const all = strategies.filter((strategy) => strategy.group === group)
  return { strategy: all[(first + group - 1) % all.length], moments: ['the second' as const] }
})

const tried = isLong ? strategies.map((strategy) => ({ strategy, moments: LIES_FROM })) : shortly

test(`${tried.length} lies, seeds from ${first} on: never complete wrongly`, async () => {
  const wrong: string[] = []
  const seen = { runs: 0, extended: 0, complete: 0, 'complete with parts taken over': 0 }
  for (const { strategy, moments } of tried) {
    for (let seed = first; seed < first + SEEDS; seed += 1) {
      for (const from of moments) {
        const [setting] = strategy === undefined ? [] : largeSettingsOf(strategy.name, seed, 1, MOST)
        if (strategy === undefined || setting === undefined) throw new Error('Nothing to try')
        const run = await readExtendedLies(strategy, setting, from)
        const isComplete = run.after.verdict === 'complete'
        seen.runs += 1
        seen.extended += Number(run.copied > 0)
        seen.complete += Number(isComplete)
        seen['complete with parts taken over'] += Number(isComplete && run.taken > 0)
        if (run.wrong !== null) wrong.push(`${strategy.name}, lies from ${from}, seed ${seed}: ${run.wrong}`)
      }
    }
  }
  console.info(JSON.stringify(seen))
  expect(wrong).toEqual([])
  // Else it would try nothing that a reading of all by itself does not.
  expect(seen.extended).toBeGreaterThan(0)
  if (isLong) expect(seen['complete with parts taken over']).toBeGreaterThan(seen.runs / 20)
})

/** Each once called complete, with events missing: they went as the second was read, mostly before they came. */
const ONCE_BELIEVED = [
  { name: 'failover to a lagging region', seed: 3_814_479 },
  { name: 'failover to a lagging region', seed: 3_814_481 },
  { name: 'oldest tier detached', seed: 3_814_481 },
  // Of all parts the oldest was the first to be counted again: it looked as if only the oldest events went.
  { name: 'one code is dropped', seed: 3_814_487 },
  // The others were read again because of sampled rows, after which each agreed with its own counts.
  { name: 'one shard of five dies', seed: 3_814_512 },
]

test.each(ONCE_BELIEVED)('$name from the first request on, seed $seed', async ({ name, seed }) => {
  const strategy = strategies.find((one) => one.name === name)
  const [setting] = largeSettingsOf(name, seed, 1, 4_000)
  if (strategy === undefined || setting === undefined) throw new Error('Nothing to try')
  const { wrong, before, after } = await readExtendedLies(strategy, setting, 'the first')
  expect({ wrong, before: before.verdict, after: after.verdict }).toEqual({
    wrong: null,
    before: 'complete',
    after: 'unproven',
  })
})

test('what is altered while the second reading is stopped shows in each part that it took over', async () => {
  const strategy = strategies.find(({ name }) => name === 'stopped, all amended, resumed')
  // No sampled row that is drawn by chance is in one of its three parts.
  const [setting] = largeSettingsOf('stopped, all amended, resumed', 778_862_156, 1, 4_000)
  if (strategy === undefined || setting === undefined) throw new Error('Nothing to try')
  const { wrong, copied, taken, after } = await readExtendedLies(strategy, setting, 'the second')
  expect({ wrong, copied, taken, verdict: after.verdict }).toEqual({
    wrong: null,
    copied: 3,
    taken: 0,
    verdict: 'complete',
  })
})
