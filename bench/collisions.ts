// What keys of two columns cost that were chosen to collide in the index of pairs as it was, beside plain ones: a
// million of each, or as many as the argument says, numbered as a ledger's keys are. Ends with 1 where the chosen ones
// cost more than half as much again. In time of the processor, which no other program of a busy machine is in; the
// shortest of five rounds.
import { chosenPairs } from '../electron/backend/snapshots/fixtures/chosen-pairs.ts'
import { createPairNumbers } from '../electron/backend/snapshots/keyed-index.ts'
import { rounded } from './browsing/spread.ts'

const MOST_RATIO = 1.5
const count = Number(process.argv[2] ?? 1_000_000)

const chosen = chosenPairs(count)
// The same first numbers, and second ones as far apart.
const plain = chosen.map(([a], at): [number, number] => [a, Math.imul(at, 0x2545f491) >>> 0])
numbered(plain)
const rounds = Array.from({ length: 5 }, () => ({ plain: numbered(plain), chosen: numbered(chosen) }))
const [plainMs, chosenMs] = (['plain', 'chosen'] as const).map((which) => Math.min(...rounds.map((one) => one[which])))
const ratio = (chosenMs ?? 0) / (plainMs ?? 1)
console.table({
  [`${count} pairs`]: {
    'plain, ms': Math.round(plainMs ?? 0),
    'chosen, ms': Math.round(chosenMs ?? 0),
    ratio: rounded(ratio, 2),
  },
})
if (ratio > MOST_RATIO) process.exitCode = 1

function numbered(pairs: readonly [number, number][]): number {
  const numbers = createPairNumbers()
  const before = process.cpuUsage()
  // As they are numbered, and as they are found again.
  for (let time = 0; time < 2; time += 1) for (const [a, b] of pairs) numbers.of(a, b)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
