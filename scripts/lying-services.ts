// Reads snapshots from services that lie, and prints a table; with --trace each request and answer of one strategy.
//   node scripts/lying-services.ts ['lost last page' …] [--seed N] [--runs N] [--run N] [--size few|many] [--group N] [--trace]
import { parseArgs } from 'node:util'
import { settingsOf } from '../electron/backend/snapshots/fixtures/lying-services/setting.ts'
import { strategies } from '../electron/backend/snapshots/fixtures/lying-services/strategies.ts'
import { GROUPS, type Group } from '../electron/backend/snapshots/fixtures/lying-services/strategy.ts'
import { readLies } from '../electron/backend/snapshots/fixtures/reading-of-lies.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string', default: '5' },
    /** Only this one of the runs is taken, from 0 on. */
    run: { type: 'string' },
    size: { type: 'string', default: 'few' },
    trace: { type: 'boolean', default: false },
    /** Only strategies of this group are taken. */
    group: { type: 'string' },
  },
})
const size = values.size === 'many' ? 'many' : 'few'
const wanted = strategies.filter(
  ({ name, group }) =>
    (positionals.length === 0 || positionals.includes(name)) && (values.group ?? String(group)) === String(group),
)
if (wanted.length === 0) throw new Error('There is no such strategy.')

const wrongIn = new Map<Group, { strategies: number; wrong: number }>()
let most = 0
for (const strategy of wanted) {
  const counts: Record<string, number> = {}
  const wrong: string[] = []
  let requests = 0
  for (const [index, setting] of settingsOf(strategy.name, Number(values.seed), Number(values.runs), size).entries()) {
    if (values.run !== undefined && index !== Number(values.run)) continue
    const run = await readLies(strategy, strategy.make, setting, values.trace ? (line) => console.log(line) : undefined)
    counts[run.verdict] = (counts[run.verdict] ?? 0) + 1
    requests = Math.max(requests, run.requests)
    if (run.wrong !== null)
      wrong.push(`    run ${index}: ${run.verdict}, ${run.wrong} (${run.setting.matches} matches) "${run.sentence}"`)
  }
  most = Math.max(most, requests)
  const group = wrongIn.get(strategy.group) ?? { strategies: 0, wrong: 0 }
  wrongIn.set(strategy.group, { strategies: group.strategies + 1, wrong: group.wrong + Number(wrong.length > 0) })
  const verdicts = Object.entries(counts)
    .map(([verdict, count]) => `${verdict} ${count}`)
    .join(', ')
  const sign = wrong.length > 0 ? `WRONG ${wrong.length}` : 'ok'
  console.log(
    `${String(strategy.group).padStart(2)} ${strategy.name.padEnd(46)} ${strategy.deserves.padEnd(12)} ${sign.padEnd(8)} ${verdicts}; at most ${requests} requests`,
  )
  for (const line of wrong) console.log(line)
}
console.log('')
for (const [group, { strategies: count, wrong }] of [...wrongIn].sort(([a], [b]) => a - b)) {
  console.log(`${String(group).padStart(2)} ${GROUPS[group].padEnd(60)} ${wrong} of ${count} wrong`)
}
const wrongInAll = [...wrongIn.values()].reduce((sum, { wrong }) => sum + wrong, 0)
console.log(
  `${wrongInAll} of ${wanted.length} strategies were wrong in some run; no reading took more than ${most} requests.`,
)
