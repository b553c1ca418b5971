// `npm run same -- COMMIT`: shows what a user would see otherwise than at COMMIT. The acts of e2e/same/ are played on its build once,
// twice over, and kept; then on this working tree. Each difference is printed with where it is and both of its sides.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { SUBJECTS } from '../e2e/same/acts/subjects.ts'
import { compareRecordings } from '../e2e/same/compare-recordings.ts'
import { Stage } from '../e2e/same/stage.ts'
import { provideChromium } from './chromium.ts'

const USAGE = `Usage: npm run same -- COMMIT [--only SUBJECT]

Prints what a user would see otherwise than at COMMIT, and exits 1 where there is something. A COMMIT is recorded once.
  --only SUBJECT   one of: ${Object.keys(SUBJECTS).join(', ')}`

/** Side by side: as many as a small machine has cores. */
const LANES = 2
const PORTS_FROM = 47_100
const PORTS_EACH = 100

const root = fileURLToPath(new URL('..', import.meta.url))
/** The same for both builds, as what they print names it. */
const stage = join(tmpdir(), 'eventscope-same')
const program = join(stage, 'program')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { values, positionals } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } }, allowPositionals: true })
const [named] = positionals
if (values.help || named === undefined || (values.only !== undefined && !(values.only in SUBJECTS))) {
  console.error(USAGE)
  process.exit(values.help ? 0 : 2)
}
const subjects = Object.keys(SUBJECTS).filter((name) => values.only === undefined || name === values.only)
const commit = git('rev-parse', '--verify', `${named}^{commit}`)
const browserFile = provideChromium(console.error)
if ('missing' in browserFile) {
  console.error(browserFile.missing)
  process.exit(2)
}
const releaseLock = takeLock()
try {
  const recorded = join(stage, 'recordings', `${commit.slice(0, 12)}-${hashOfActs()}`)
  const missing = subjects.filter((name) => !existsSync(join(recorded, name)))
  if (missing.length > 0) await recordCommit(recorded, missing)
  build(root)
  const now = join(stage, 'now')
  await play(now, subjects)
  const found = subjects.flatMap((name) => compareRecordings(join(recorded, name), join(now, name), name))
  for (const difference of found) console.log(difference)
  if (found.length > 0) console.log(`${found.length} ${found.length === 1 ? 'difference' : 'differences'}.`)
  process.exitCode = found.length > 0 ? 1 : 0
} finally {
  releaseLock()
}

/** Twice: where the two differ, a comparison with it would tell nothing. */
async function recordCommit(recorded: string, missing: string[]): Promise<void> {
  const tree = join(stage, 'tree')
  rmSync(tree, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', '--force', tree, commit)
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  build(tree)
  git('worktree', 'remove', '--force', tree)
  const [once, again] = [join(stage, 'once'), join(stage, 'again')]
  await play(once, missing)
  await play(again, missing)
  const differing = missing.flatMap((name) => compareRecordings(join(once, name), join(again, name), name))
  if (differing.length > 0) {
    console.error(`Two recordings of one commit differ:\n${differing.join('\n')}`)
    process.exit(2)
  }
  mkdirSync(recorded, { recursive: true })
  for (const name of missing) renameSync(join(once, name), join(recorded, name))
}

/** Builds what is in `tree`, and puts it where every build plays. */
function build(tree: string): void {
  const started = performance.now()
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: tree, stdio: 'ignore' })
  rmSync(program, { recursive: true, force: true })
  mkdirSync(program, { recursive: true })
  for (const name of ['dist', 'docs', 'package.json']) cpSync(join(tree, name), join(program, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))
  cpSync(join(root, 'e2e/same/frozen.cjs'), join(stage, 'frozen.cjs'))
  console.error(`Built in ${seconds(started)}.`)
}

/** Plays each subject's acts, and writes what they saw into a folder of its name below `record`. */
async function play(record: string, names: readonly string[]): Promise<void> {
  rmSync(record, { recursive: true, force: true })
  const waiting = [...names]
  const failed: string[] = []
  const lane = async () => {
    const browser = await chromium.launch({
      ...('path' in browserFile ? { executablePath: browserFile.path } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const started = performance.now()
      const port = PORTS_FROM + PORTS_EACH * Object.keys(SUBJECTS).indexOf(name)
      const place = { program, work: join(stage, 'work', name), record: join(record, name), port }
      const played = new Stage(place, browser)
      try {
        await SUBJECTS[name]?.(played)
      } catch (error) {
        failed.push(`${name}: ${error instanceof Error ? error.message : error}`)
        await played.look('where it failed').catch(() => undefined)
      } finally {
        await played.end()
      }
      console.error(`${name}: ${seconds(started)}`)
    }
    await browser.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (failed.length === 0) return
  console.error(`These acts could not be played to their end:\n${failed.join('\n')}`)
  process.exitCode = 2
}

/** A recording counts for these acts alone. */
function hashOfActs(): string {
  const files = globSync('e2e/{same,kit}/**/*.{ts,cjs}', { cwd: root }).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

/** Ports and folders are the same in every run, so that there is one at a time. */
function takeLock(): () => void {
  const lock = join(stage, 'lock')
  mkdirSync(stage, { recursive: true })
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (holder > 0 && existsSync(`/proc/${holder}`)) {
    console.error(`Another run is going on (process ${holder}).`)
    process.exit(2)
  }
  writeFileSync(lock, String(process.pid))
  return () => rmSync(lock, { force: true })
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`
}
