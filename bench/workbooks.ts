// What workbooks cost that swell, beside two that do not: each is read in a process of its own, from its first byte to
// its last row. `npm run bench -- workbooks [PART OF A NAME]`; with `--hucre` hucre reads each as well, for a minute at
// most.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOSTILE_WORKBOOKS } from '../electron/backend/check/fixtures/hostile-workbooks.ts'
import { rounded } from './browsing/spread.ts'
import type { Measured } from './questions/beside-duckdb.ts'
import { LEDGER_ROWS, type ReadWorkbook, type WorkbookJob } from './workbooks/one-workbook.ts'

const AIMS = { ms: 20_000, peakMb: 600 }
const PATIENCE_MS = 60_000
const options = process.argv.slice(2)
const only = options.find((option) => !option.startsWith('--')) ?? ''
const hows = options.includes('--hucre') ? (['ours', 'hucre'] as const) : (['ours'] as const)

const folder = mkdtempSync(join(tmpdir(), 'eventscope-workbooks-'))
const path = join(folder, 'one.xlsx')
const lines: Record<string, object> = {}
let isMet = true
try {
  for (const name of ['a ledger of a million rows', ...Object.keys(HOSTILE_WORKBOOKS)]) {
    if (!name.includes(only)) continue
    // Elsewhere, so that its memory is not taken for that of the reading.
    await job({ how: 'written', path, name: name in HOSTILE_WORKBOOKS ? name : null })
    for (const how of hows) {
      const done = await job({ how, path })
      lines[`${name}${how === 'ours' ? '' : ', by hucre'}`] = {
        kB: rounded(statSync(path).size / 1_024),
        ms: done === null ? `ended, or over ${PATIENCE_MS}` : rounded(done.ms),
        'of it to open': done && rounded(done.found.openMs),
        'ms of CPU': done && rounded(done.cpuMs),
        'before it, MiB': done && rounded(done.readyMb),
        'peak, MiB': done && rounded(done.peakMb),
        rows: done?.found.rows,
        'and then': done === null ? 'nothing' : (done.found.words?.slice(0, 70) ?? 'read'),
      }
      if (how === 'ours') isMet &&= done !== null && done.ms <= AIMS.ms && done.peakMb <= AIMS.peakMb
    }
  }
} finally {
  rmSync(folder, { recursive: true })
}
console.log(`Aim: at most ${AIMS.ms} ms and ${AIMS.peakMb} MiB each. A ledger has ${LEDGER_ROWS} rows of 8 cells.`)
console.table(lines)
if (!isMet) process.exitCode = 1

/** Null: its process ended without an answer, or was ended. */
async function job(one: WorkbookJob): Promise<Measured<ReadWorkbook> | null> {
  const script = new URL('./workbooks/one-workbook.ts', import.meta.url)
  const child = fork(script, {
    stdio: ['inherit', 'inherit', 'ignore', 'ipc'],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  child.send(one)
  let done: Measured<ReadWorkbook> | null = null
  child.on('message', (message) => {
    done = message as Measured<ReadWorkbook>
  })
  await once(child, 'exit')
  return done
}
