// `npm run same -- COMMIT`: shows what a user would see otherwise than at COMMIT. The acts of e2e/same/ are played on its build once,
// twice over, and kept; then on this working tree. Each difference is printed with where it is and both of its sides.
// How it is built is told in e2e/same/stage.ts; what it plays, in e2e/same/acts/.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { LONG_SUBJECTS, SUBJECTS } from '../e2e/same/acts/subjects.ts'
import { compareRecordings } from '../e2e/same/compare-recordings.ts'
import { LEFT, Stage } from '../e2e/same/stage.ts'
import { provideChromium } from './chromium.ts'

const EVERY_SUBJECT = { ...SUBJECTS, ...LONG_SUBJECTS }
const NAMES = Object.keys(EVERY_SUBJECT)

const USAGE = `Usage: npm run same -- COMMIT [--only SUBJECT] [--long]

Prints what a user would see otherwise than at COMMIT, and exits 1 where there is something. A COMMIT is recorded once.
  --only SUBJECT   one of: ${NAMES.join(', ')}
  --long           those too that are not played otherwise: ${Object.keys(LONG_SUBJECTS).join(', ')}`

/** Side by side: as many as a small machine has cores. */
const LANES = 2
const PORTS_EACH = 100

const root = fileURLToPath(new URL('..', import.meta.url))
/** Of this checkout, so that two of them can run side by side. */
const ownNumber = createHash('sha256').update(root).digest().readUInt32BE()
/** The same for both builds, as what they print names it. */
const stage = join(tmpdir(), `eventscope-same-${ownNumber}`)
/** Below those that the system gives to whoever asks for any. */
const portsFrom = 10_000 + PORTS_EACH * (ownNumber % (220 - NAMES.length))
const program = join(stage, 'program')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, long: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
})
const [named] = positionals
if (values.help || named === undefined || (values.only !== undefined && !(values.only in EVERY_SUBJECT))) {
  console.error(USAGE)
  process.exit(values.help ? 0 : 2)
}
const subjects =
  values.only !== undefined ? [values.only] : NAMES.filter((name) => values.long === true || name in SUBJECTS)
const commit = git('rev-parse', '--verify', `${named}^{commit}`)
const browserFile = provideChromium(console.error)
if ('missing' in browserFile) {
  console.error(browserFile.missing)
  process.exit(2)
}
const started = performance.now()
const releaseLock = takeLock()
try {
  const recorded = join(stage, 'recordings', `${commit.slice(0, 12)}-${hashOfActs()}`)
  const missing = subjects.filter((name) => !existsSync(join(recorded, name)))
  const isRecorded = missing.length === 0 || (await recordCommit(recorded, missing))
  process.exitCode = isRecorded ? await compareTree(recorded) : 2
} finally {
  releaseLock()
  console.error(`Done in ${seconds(started)}.`)
}

/** @returns how it exits: 1 where the working tree differs */
async function compareTree(recorded: string): Promise<number> {
  playBuild(buildOf(root))
  const now = join(stage, 'now')
  const stopped = await play(now, subjects, recorded)
  const differences = await Promise.all(
    subjects.map((name) => compareRecordings(join(recorded, name), join(now, name), name)),
  )
  const found = [...differences.flat(), ...stopped]
  for (const difference of found) console.log(difference)
  if (found.length > 0) console.log(`${found.length} ${found.length === 1 ? 'difference' : 'differences'}.`)
  return found.length > 0 ? 1 : 0
}

/** Twice: where the two differ, a comparison with it would tell nothing. @returns whether it is there now */
async function recordCommit(recorded: string, missing: string[]): Promise<boolean> {
  const kept = join(stage, 'builds', commit.slice(0, 12))
  if (!existsSync(kept)) buildCommit(kept)
  playBuild(kept)
  const [once, again] = [join(stage, 'once'), join(stage, 'again')]
  const stopped = await play(once, missing, null)
  if (stopped.length > 0) return refuse(`The commit could not be recorded:\n${stopped.join('\n')}`)
  stopped.push(...(await play(again, missing, once)))
  const differing = await Promise.all(
    missing.map((name) => compareRecordings(join(once, name), join(again, name), name)),
  )
  const found = [...differing.flat(), ...stopped]
  if (found.length > 0) return refuse(`Two recordings of one commit differ:\n${found.join('\n')}`)
  mkdirSync(recorded, { recursive: true })
  for (const name of missing) renameSync(join(once, name), join(recorded, name))
  return true
}

function refuse(words: string): false {
  console.error(words)
  return false
}

/** The commit, in a tree of its own beside this one's packages. */
function buildCommit(kept: string): void {
  const tree = join(stage, 'tree')
  rmSync(tree, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--detach', '--force', tree, commit)
  try {
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    cpSync(buildOf(tree), kept, { recursive: true })
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
}

/** Builds what is in `tree` where that is not done. @returns a folder with what of it is played */
function buildOf(tree: string): string {
  const since = performance.now()
  execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: tree, stdio: 'ignore' })
  const built = join(stage, 'built')
  rmSync(built, { recursive: true, force: true })
  for (const name of ['dist', 'docs', 'package.json']) cpSync(join(tree, name), join(built, name), { recursive: true })
  console.error(`Built in ${seconds(since)}.`)
  return built
}

/** Puts a build where every build plays. */
function playBuild(built: string): void {
  rmSync(program, { recursive: true, force: true })
  cpSync(built, program, { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))
  for (const name of ['frozen.cjs', 'keyring.cjs']) cpSync(join(root, 'e2e/same', name), join(stage, name))
}

/**
 * Plays each subject's acts, and writes what they saw into a folder of its name below `record`.
 * @param first the first recording of the commit, whose user data are opened; null: this is it
 * @returns a sentence for each that could not be played to its end
 */
async function play(record: string, names: readonly string[], first: string | null): Promise<string[]> {
  rmSync(record, { recursive: true, force: true })
  const waiting = [...names]
  const stopped: string[] = []
  const lane = async () => {
    const browser = await chromium.launch({
      ...('path' in browserFile ? { executablePath: browserFile.path } : {}),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    })
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const since = performance.now()
      const port = portsFrom + PORTS_EACH * NAMES.indexOf(name)
      const left = first === null ? null : join(first, name, LEFT)
      const played = new Stage(
        { program, work: join(stage, 'work', name), record: join(record, name), port, left },
        browser,
      )
      try {
        await EVERY_SUBJECT[name]?.(played)
      } catch (error) {
        stopped.push(`${name} could not be played to its end: ${error instanceof Error ? error.message : error}`)
        await played.look('where it failed').catch(() => undefined)
      } finally {
        await played.end()
      }
      console.error(`${name}: ${seconds(since)}`)
    }
    await browser.close()
  }
  await Promise.all(Array.from({ length: Math.min(LANES, names.length) }, lane))
  return stopped
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
