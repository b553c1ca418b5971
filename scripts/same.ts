// `npm run same -- COMMIT`: shows what a user would see otherwise than at COMMIT. The acts of e2e/same/ are played on
// its build once, twice over, and kept; then on this working tree. Each difference is printed with where it is and both
// of its sides. How it is built is told in e2e/same/stage.ts; what it plays, in e2e/same/acts/.
import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { LONG_SUBJECTS, SUBJECTS } from '../e2e/same/acts/subjects.ts'
import { compareRecordings } from '../e2e/same/compare-recordings.ts'
import { PLANTED_FAULTS, type PlantedFault } from '../e2e/same/planted-faults.ts'
import { Difference, LEFT, Stage } from '../e2e/same/stage.ts'
import { provideChromium } from './chromium.ts'

const EVERY_SUBJECT = { ...SUBJECTS, ...LONG_SUBJECTS }
const NAMES = Object.keys(EVERY_SUBJECT)

const USAGE = `Usage: npm run same -- COMMIT [--only SUBJECT] [--long] [--faults]

Prints what a user would see otherwise than at COMMIT, and exits 1 where there is something. A COMMIT is recorded once.
  --only SUBJECT   one of: ${NAMES.join(', ')}
  --faults         instead: whether each of ${PLANTED_FAULTS.length} faults that are planted into COMMIT is reported
  --long           those too that are not played otherwise: ${Object.keys(LONG_SUBJECTS).join(', ')}`

/** Side by side: as many as a small machine has cores. */
const LANES = 2
const LONGEST_MS = 600_000
const PORTS_EACH = 40
/** Each has ports of its own, so that two of them can run side by side. */
const MOST_CHECKOUTS = 11
const DIFFERS = ' differs.'
/** Each picture is drawn anew, in one order, and letters do not take the colours of what was below them. */
const DRAWN_ALIKE = ['--disable-partial-raster', '--disable-lcd-text', '--num-raster-threads=1']

const root = fileURLToPath(new URL('..', import.meta.url))
/** It is this checkout's. */
const ownNumber = createHash('sha256').update(root).digest().readUInt32BE()
/** The same for both builds, as what they print names it. */
const stage = join(tmpdir(), `eventscope-same-${ownNumber}`)
/** They lie above 10,080, which browsers refuse, and below those that the system gives to whoever asks for any. */
const portsFrom = 10_100 + PORTS_EACH * NAMES.length * ownPlace()
const program = join(stage, 'program')
/** This is what each subject took when it was last played to its end, in ms. */
const times = join(stage, 'times.json')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean' },
    faults: { type: 'boolean' },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
})
const [named] = positionals
if (values.help || named === undefined || (values.only !== undefined && !(values.only in EVERY_SUBJECT))) {
  console.error(USAGE)
  process.exit(values.help ? 0 : 2)
}
const faults =
  values.faults === true ? PLANTED_FAULTS.filter(({ subject }) => subject === (values.only ?? subject)) : []
const isOfFault = (name: string) => faults.some(({ subject }) => subject === name)
const subjects =
  values.faults === true
    ? NAMES.filter(isOfFault)
    : values.only !== undefined
      ? [values.only]
      : NAMES.filter((name) => values.long === true || name in SUBJECTS)
const commit = git('rev-parse', '--verify', `${named}^{commit}`)
const browserFile = provideChromium(console.error)
if ('missing' in browserFile) {
  console.error(browserFile.missing)
  process.exit(2)
}
const started = performance.now()
const releaseLock = takeLock()
try {
  // What is recorded names its ports.
  const recorded = join(stage, 'recordings', `${commit.slice(0, 12)}-${hashOfActs()}-${portsFrom}`)
  const missing = subjects.filter((name) => !existsSync(join(recorded, name)))
  const isRecorded = missing.length === 0 || (await recordCommit(recorded, missing))
  if (!isRecorded) process.exitCode = 2
  else process.exitCode = values.faults === true ? await plantFaults(recorded) : await compareTree(recorded)
} finally {
  releaseLock()
  console.error(`Done in ${seconds(started)}.`)
}

/** @returns how it exits: 1 where the working tree differs */
async function compareTree(recorded: string): Promise<number> {
  playBuild(await buildOf(root))
  const now = join(stage, 'now')
  const stopped = await play(now, subjects, recorded)
  const differences = await Promise.all(
    subjects.map((name) => compareRecordings(join(recorded, name), join(now, name), name)),
  )
  const found = [...differences.flat(), ...stopped.values()]
  for (const difference of found) console.log(difference)
  if (found.length > 0) console.log(`${found.length} ${found.length === 1 ? 'difference' : 'differences'}.`)
  return found.length > 0 ? 1 : 0
}

/**
 * Plants the faults one after the other, and says of each whether it is reported: each in a tree of the commit, played
 * until the first difference that it makes. The next is built meanwhile.
 * @returns how it exits: 1 where one was not reported
 */
async function plantFaults(recorded: string): Promise<number> {
  const missed: PlantedFault[] = []
  await inTreeOfCommit(async (tree) => {
    /** Builds each at most once; null: it could not be planted. */
    const builds: Promise<string | null>[] = []
    const beginBuild = (number: number) => {
      const fault = faults[number]
      // Two folders in turn: while one is copied to be played, the next is built into the other.
      if (fault !== undefined) builds[number] = buildPlanted(fault, tree, `built ${number % 2}`)
    }
    beginBuild(0)
    for (const [number, fault] of faults.entries()) {
      const built = (await builds[number]) ?? null
      if (built !== null) playBuild(built)
      beginBuild(number + 1)
      const ending = built === null ? 'It could not be planted.' : await firstDifference(fault, recorded)
      // Where only a few commands are played, one that cannot go on may lack what another has written: that shows
      // nothing.
      const showsFault = fault.commands === null || ending?.endsWith(DIFFERS) === true
      const isReported = built !== null && ending !== undefined && showsFault
      if (!isReported) missed.push(fault)
      const change = `${JSON.stringify(fault.text)} → ${JSON.stringify(fault.replacement)}`
      const outcome = isReported ? ending : `NOT REPORTED. ${ending ?? ''}`
      console.log(`${number + 1}. ${fault.file}: ${change}\n   ${outcome}`)
    }
  })
  console.log(`${faults.length - missed.length} of ${faults.length} planted faults are reported.`)
  return missed.length > 0 ? 1 : 0
}

/**
 * Builds the tree with one fault in it, and puts its source back.
 * @returns the build's folder; null: what the fault changes is not there, or is there more than once
 */
async function buildPlanted(fault: PlantedFault, tree: string, into: string): Promise<string | null> {
  const file = join(tree, fault.file)
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const isThereOnce = source.split(fault.text).length === 2
  if (!isThereOnce) return null
  const changed = source.replace(fault.text, () => fault.replacement)
  writeFileSync(file, changed)
  const built = await buildOf(tree, into)
  writeFileSync(file, source)
  return built
}

/** Plays what is to show a fault. @returns what ended that; undefined: nothing did */
async function firstDifference({ subject, commands }: PlantedFault, recorded: string): Promise<string | undefined> {
  const stopped = await play(join(stage, 'planted'), [subject], recorded, { expected: recorded, commands })
  return stopped.get(subject)
}

/** Twice: where the two differ, a comparison with it would tell nothing. @returns whether it is there now */
async function recordCommit(recorded: string, missing: string[]): Promise<boolean> {
  const kept = join(stage, 'builds', commit.slice(0, 12))
  if (!existsSync(kept)) await inTreeOfCommit(async (tree) => cpSync(await buildOf(tree), kept, { recursive: true }))
  playBuild(kept)
  const [once, again] = [join(stage, 'once'), join(stage, 'again')]
  const stopped = await play(once, missing, null)
  const played = missing.filter((name) => !stopped.has(name))
  for (const [name, words] of await play(again, played, once)) stopped.set(name, words)
  mkdirSync(recorded, { recursive: true })
  const found = [...stopped.values()]
  for (const name of played) {
    const differing = await compareRecordings(join(once, name), join(again, name), name)
    found.push(...differing)
    // What is alike twice is kept, whatever became of the others.
    if (differing.length === 0 && !stopped.has(name)) renameSync(join(once, name), join(recorded, name))
  }
  if (found.length > 0) console.error(`Not recorded, or not twice alike:\n${found.join('\n')}`)
  return found.length === 0
}

/** The commit, in a tree of its own beside this one's packages. */
async function inTreeOfCommit(act: (tree: string) => Promise<void>): Promise<void> {
  const tree = join(stage, 'tree')
  rmSync(tree, { recursive: true, force: true })
  git('worktree', 'prune')
  git('worktree', 'add', '--quiet', '--detach', '--force', tree, commit)
  try {
    symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
    await act(tree)
  } finally {
    git('worktree', 'remove', '--force', tree)
  }
}

/** Builds what is in `tree` where that is not done. @returns a folder with what of it is played */
async function buildOf(tree: string, into = 'built'): Promise<string> {
  const since = performance.now()
  await promisify(execFile)(process.execPath, ['scripts/build.ts', '--if-stale'], { cwd: tree })
  const built = join(stage, into)
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
 * @param planted a recording at whose first difference a subject ends, and what commands are played; null: all, to
 * their end
 * @returns of each that was not played to its end, by its name, what ended it
 */
async function play(
  record: string,
  names: readonly string[],
  first: string | null,
  planted: { expected: string; commands: RegExp | null } | null = null,
): Promise<Map<string, string>> {
  rmSync(record, { recursive: true, force: true })
  const took: Record<string, number> = existsSync(times) ? JSON.parse(readFileSync(times, 'utf8')) : {}
  // The longest first, so that no lane is left with one alone; of which nothing is known may be the longest.
  const waiting = names.toSorted((one, other) => (took[other] ?? LONGEST_MS) - (took[one] ?? LONGEST_MS))
  const stopped = new Map<string, string>()
  const lane = async () => {
    const browser = await chromium.launch({
      ...('path' in browserFile ? { executablePath: browserFile.path } : {}),
      args: [...DRAWN_ALIKE, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    })
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const since = performance.now()
      const port = portsFrom + PORTS_EACH * NAMES.indexOf(name)
      const left = first === null ? null : join(first, name, LEFT)
      const place = {
        program,
        work: join(stage, 'work', name),
        record: join(record, name),
        port,
        left,
        expected: planted === null ? null : join(planted.expected, name),
        commands: planted?.commands ?? null,
      }
      const played = new Stage(place, browser)
      try {
        await EVERY_SUBJECT[name]?.(played)
      } catch (error) {
        const why = `could not be played to its end: ${error instanceof Error ? error.message : error}`
        stopped.set(name, error instanceof Difference ? `${name}/${error.message}${DIFFERS}` : `${name} ${why}`)
        await played.look('where it failed').catch(() => undefined)
      } finally {
        await played.end()
      }
      if (planted === null && !stopped.has(name)) took[name] = performance.now() - since
      console.error(`${name}: ${seconds(since)}`)
    }
    await browser.close()
  }
  await Promise.all(Array.from({ length: Math.min(LANES, names.length) }, lane))
  writeFileSync(times, JSON.stringify(took, null, 1))
  return stopped
}

/** A recording counts for these acts alone. */
function hashOfActs(): string {
  const recordsNothing = ['e2e/same/planted-faults.ts', 'e2e/same/compare-recordings.ts']
  const files = globSync('e2e/{same,kit}/**/*.{ts,cjs}', { cwd: root, exclude: recordsNothing }).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 12)
}

/** This checkout's number among those that were played on this machine and are there: its own from its first run on. */
function ownPlace(): number {
  const places = join(tmpdir(), 'eventscope-same-places')
  mkdirSync(places, { recursive: true })
  const taken = new Map(readdirSync(places).map((place) => [readlinkSync(join(places, place)), Number(place)]))
  for (const [checkout, place] of taken)
    if (!existsSync(checkout)) {
      rmSync(join(places, String(place)))
      taken.delete(checkout)
    }
  const own = taken.get(root)
  if (own !== undefined) return own
  const numbers = new Set(taken.values())
  const free = Array.from({ length: MOST_CHECKOUTS }, (_, place) => place).find((place) => !numbers.has(place))
  if (free === undefined) throw new Error(`${MOST_CHECKOUTS} checkouts have their ports already: ${places} names them.`)
  // Fails where another has taken it meanwhile.
  symlinkSync(root, join(places, String(free)))
  return free
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
