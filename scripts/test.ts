// `npm test`: types, lint, what is unused, the build, the unit tests, and the specs tagged @core; a line for each part,
// then the specs of each shell with its runtime, then the sum. `--rest` (`npm run test:rest`) runs all other specs and
// the tests of the service on PostgreSQL, `--all` both steps, as CI does: built once, and the second also where the
// first failed. `--long` (`npm run test:long`) sets EVENTSCOPE_LONG=1: all of it with the long rounds.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumVersion, provideChromium, provideSpecBrowser } from './chromium.ts'
import { findRuntime } from './electron-runtime.ts'
import { providePostgres } from './postgres.ts'
import { followProcessorTime } from './processor-time.ts'
import { provideLibreOffice } from './provide-program.ts'
import { provideSecretService } from './secret-service.ts'
import { type Failed, type Report, readPlaywright, readVitest } from './test-report.ts'
import { toolCommand } from './tool-command.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'eventscope-test-'))
const isLong = process.argv.includes('--long')
const long: Record<string, string> = isLong ? { EVENTSCOPE_LONG: '1' } : {}

/** A run of Playwright takes these specs. */
interface Step {
  name: 'core' | 'rest' | 'all'
  args: string[]
}
const CORE: Step = { name: 'core', args: ['--grep', '@core'] }
const REST: Step = { name: 'rest', args: ['--grep-invert', '@core'] }
const ALL: Step = { name: 'all', args: [] }

/** What was asked for: the steps of specs in their order, and whether sources and unit tests are looked at. */
const asked = (): { steps: Step[]; hasSources: boolean } => {
  if (isLong) return { steps: [ALL], hasSources: true }
  if (process.argv.includes('--all')) return { steps: [CORE, REST], hasSources: true }
  return process.argv.includes('--rest') ? { steps: [REST], hasSources: false } : { steps: [CORE], hasSources: true }
}
const counts: Count[] = []
const failures: Failed[] = []
const shells: string[] = []
const processorTimes: string[] = []

interface Ended {
  succeeded: boolean
  /** Empty where it was shown as it came. */
  output: string
}

type Output = 'shown' | 'held'

/** Runs one of our tools; its output is shown as it comes, or held. */
function run(
  command: string[],
  env: Record<string, string> = {},
  output: Output = 'shown',
  started: (pid: number) => void = () => {},
): Promise<Ended> {
  const { program, args } = toolCommand(command)
  const child = spawn(program, args, {
    cwd: root,
    stdio: output === 'shown' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // The suites start hundreds of processes of the same few programs, which compile half as long after the first.
    env: { ...process.env, NODE_COMPILE_CACHE: join(reports, 'compiled'), ...long, ...env },
  })
  if (child.pid !== undefined) started(child.pid)
  let held = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      held += text
    })
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve({ succeeded: false, output: `${held}${command.join(' ')}: ${error.message}\n` }),
    )
    // It is not "exit": by then what it said last may still be on its way.
    child.once('close', (code) => resolve({ succeeded: code === 0, output: held }))
  })
}

/** A check without tests of its own counts as one. What it says is shown once it is over: others run beside it. */
async function check(name: string, ...commands: string[][]): Promise<boolean> {
  const started = performance.now()
  let passed = true
  for (const command of commands) {
    const { succeeded, output } = await run(command, {}, 'held')
    process.stdout.write(output)
    passed = succeeded
    if (!passed) break
  }
  counts.push({ passed: Number(passed), failed: Number(!passed), skipped: 0 })
  if (!passed) failures.push({ name, message: '' })
  console.log(`${passed ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return passed
}

/** A suite fails also when its runner broke or ran nothing, whatever it counted. */
function suite(name: string, finished: boolean, report: Report): Count {
  const { passed, skipped } = report
  const failed = report.failed.filter((test) => test.unsteady === undefined)
  if ((!finished && failed.length === 0) || passed + failed.length === 0) {
    failed.push({ name, message: 'the runner itself failed or ran no test' })
  }
  const count = { passed, failed: failed.length, skipped }
  counts.push(count)
  failures.push(...failed, ...report.failed.filter((test) => test.unsteady))
  console.log(`${name}: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  return count
}

/** Runs a suite with a keyring of its own, and keeps what it took of all processors. */
async function runSuite(name: string, command: string[], env: Record<string, string>, output: Output): Promise<Ended> {
  let processorTime: () => number | null = () => null
  const ended = await run(['node', 'scripts/with-secret-service.ts', ...command], env, output, (pid) => {
    processorTime = followProcessorTime(pid)
  })
  const seconds = processorTime()
  if (seconds !== null) processorTimes.push(`${name}: ${Math.round(seconds)} CPU seconds`)
  return ended
}

/** A long comparison is cut in its middle: the place in the source stands at the end. */
const shortened = (message: string): string =>
  message.length <= 3_000 ? message : `${message.slice(0, 1_500)}\n…\n${message.slice(-1_500)}`

const NOTHING: Report = { passed: 0, failed: [], skipped: 0 }

/** A report that is not there or is torn counts as one of nothing. */
function reported<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/** Both shells' specs in one run, so that the two share the workers; a line for each shell, with what it ran on. */
async function specs(step: Step, env: Record<string, string>, browser: string, desktop: string | null): Promise<void> {
  const file = join(reports, `specs-${step.name}.json`)
  const called = step === ALL ? '' : `, ${step.name}`
  const projects = ['browser', ...(desktop === null ? [] : ['desktop'])]
  const { succeeded: finished, output } = await runSuite(
    `Specs${called}`,
    ['playwright', 'test', ...projects.map((project) => `--project=${project}`), '--reporter=list,json', ...step.args],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    'shown',
  )
  process.stderr.write(output)
  const read = reported(() => readPlaywright(file, projects), {})
  const someFailed = Object.values(read).some(({ failed }) => failed.some(({ unsteady }) => unsteady === undefined))
  const tell = (name: string, project: string, runtime: string) => {
    const count = suite(name, finished || someFailed, read[project] ?? NOTHING)
    shells.push(`${name}: ${count.passed + count.failed} specs run, ${count.skipped} skipped, on ${runtime}`)
  }
  tell(`Browser shell${called}`, 'browser', browser)
  if (desktop !== null) tell(`Desktop shell${called}`, 'desktop', desktop)
}

/** Tests that have it read files back; without one, they fail and say so. */
function libreOffice(): Record<string, string> {
  const office = provideLibreOffice((line) => console.log(line))
  if ('path' in office) return { LIBREOFFICE_PATH: office.path }
  console.error(office.missing)
  return {}
}

async function readSources(): Promise<void> {
  await check('format and lint', ['biome', 'ci', '--error-on-warnings', '.'])
  await check('types', ...['.', 'shared', 'renderer', 'e2e'].map((project) => ['tsc', '-p', project]))
  await check('nothing unused', ['knip', '--no-progress'])
}

async function unitTests(): Promise<void> {
  const file = join(reports, 'unit.json')
  const { succeeded: finished, output } = await runSuite(
    'Unit tests',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    isLong ? libreOffice() : {},
    // Minutes can be waited for; a long run that hangs has to show where.
    isLong ? 'shown' : 'held',
  )
  process.stdout.write(output)
  suite(
    'Unit tests',
    finished,
    reported(() => readVitest(file, root), NOTHING),
  )
}

/** The tests of the reference service's store, once more with PostgreSQL's; skipped by name where none is here. */
async function postgresTests(postgres: { path: string } | { missing: string }): Promise<void> {
  if ('missing' in postgres) {
    counts.push({ passed: 0, failed: 0, skipped: 1 })
    shells.push(`Service on PostgreSQL: skipped. ${postgres.missing}`)
    return
  }
  const file = join(reports, 'postgres.json')
  const { succeeded: finished, output } = await runSuite(
    'Service on PostgreSQL',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { EVENTSCOPE_POSTGRES: postgres.path },
    isLong ? 'shown' : 'held',
  )
  process.stdout.write(output)
  suite(
    'Service on PostgreSQL',
    finished,
    reported(() => readVitest(file, root), NOTHING),
  )
}

/** The headless shell tells a stand-in for Electron of a crash late, or not at all: one spec needs a whole Chromium. */
function provideForCrashes(): void {
  try {
    provideChromium((line) => console.log(line))
  } catch {
    console.log('It could not be installed: the spec of crashes runs in the headless shell, and may fail.')
  }
}

async function bothShells(steps: readonly Step[]): Promise<void> {
  if ('missing' in chromium) {
    console.error(chromium.missing)
    counts.push({ passed: 0, failed: 1, skipped: 0 })
    failures.push({ name: 'Browser shell', message: chromium.missing })
  } else if (built) {
    const runtime = findRuntime()
    const browser = `Node ${process.versions.node} and ${chromiumVersion(chromium.path)}`
    for (const step of steps) await specs(step, { CHROMIUM_PATH: chromium.path }, browser, runtime?.name ?? null)
    if (runtime === null) {
      counts.push({ passed: 0, failed: 0, skipped: 1 })
      shells.push('Desktop shell: skipped, because no Electron runtime is here (see docs/shells.md)')
    }
  }
}

const { steps, hasSources } = asked()
// Nothing of it needs the build, which keeps one core busy.
const sourcesRead = hasSources ? readSources() : Promise.resolve()
const built = await check('build', ['node', 'scripts/build.ts'])
// Now, and not by the suites at the same time: apt-get takes one at a time.
const chromium = provideSpecBrowser((line) => console.log(line))
if (findRuntime()?.standIn) provideForCrashes()
provideSecretService((line) => console.log(line))
const postgres = steps.includes(CORE) && steps.length === 1 ? null : providePostgres((line) => console.log(line))
// Each leaves a core idle for a third of its time: together they leave none. The specs tell of themselves line by line.
const tests = async () => {
  if (hasSources) await unitTests()
  if (postgres !== null) await postgresTests(postgres)
}
await Promise.all([bothShells(steps), tests(), sourcesRead])

rmSync(reports, { recursive: true, force: true })
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}))
console.log('')
// Failures are said once more at the end: where only the last lines of a run are kept, they say what failed.
for (const { name, message, unsteady } of failures) {
  console.log(`${unsteady ? 'UNSTEADY, passed on the second try' : 'FAILED'}: ${name}\n${shortened(message)}`)
}
for (const line of [...shells, ...processorTimes]) console.log(line)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
