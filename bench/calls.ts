// What calls of the bridge leave behind: 20,000 searches and a file of 1 GB in chunks to one session, in the browser
// shell and over the desktop shell's MessagePort. Prints how much more the process holds after them than before, and
// ends with 1 where that is more than 30 MB. A process each, whose garbage is collected before each look, and whose
// young generation is small, so that its size says little. Arguments: other numbers of searches, and of chunks of 1
// MiB.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Held, Step } from './calls/one-shell.ts'

const MOST_BYTES = 30_000_000
/** Before the first look, so that caches, pools and compiled code are there. */
const WARM_UP = { calls: 3_000, chunks: 64 }
const [calls = 20_000, chunks = 1_024] = process.argv.slice(2).map(Number)

const table: Record<string, Record<string, string | number>> = {}
let missed = false
for (const way of ['HTTP', 'MessagePort'] as const) {
  const child = fork(join(import.meta.dirname, 'calls/one-shell.ts'), [way], {
    execArgv: ['--expose-gc', '--max-semi-space-size=8'],
  })
  const run = async (step: Step) => {
    child.send(step)
    const [held] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (typeof held !== 'object' || held === null) throw new Error(`${way} ended with ${held}`)
    return held as Held
  }
  await run({ chunks: WARM_UP.chunks })
  const before = await run({ calls: WARM_UP.calls })
  const called = await run({ calls })
  const sent = await run({ chunks })
  child.disconnect()
  for (const [what, from, to] of [
    [`${calls} searches`, before, called],
    [`${chunks} pieces of 1 MiB`, called, sent],
  ] as const) {
    const heap = to.heap - from.heap
    const rss = to.rss - from.rss
    table[`${way}, ${what}`] = { 'heap MB': megabytes(heap), 'RSS MB': megabytes(rss), aim: '≤ 30' }
    missed ||= heap > MOST_BYTES || rss > MOST_BYTES
  }
}
console.table(table)
if (missed) process.exitCode = 1

function megabytes(bytes: number): number {
  return Math.round(bytes / 100_000) / 10
}
