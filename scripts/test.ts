// `npm test`: everything that CI runs, a line for each part, then the specs of each shell with its runtime, then the sum.
// `--long` (`npm run test:long`) sets EVENTSCOPE_LONG=1: the same suites with the long rounds in them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumVersion, provideSpecBrowser } from './chromium.ts'
import { findRuntime } from './electron-runtime.ts'
import { provideLibreOffice } from './libreoffice.ts'
import { type Failed, type Report, readPlaywright, readVitest } from './test-report.ts'
import { toolCommand } from './tool-command.ts'

interface Count {
  passed: number
  failed: number
  skipped: number
}

const root = fileURLToPath(new URL('..', import.meta.url))
const reports = mkdtempSync(join(tmpdir(), 'eventscope-test-'))
const long: Record<string, string> = process.argv.includes('--long') ? { EVENTSCOPE_LONG: '1' } : {}
const counts: Count[] = []
const failures: Failed[] = []
const shells: string[] = []

/** Runs one of our tools with its output shown; answers whether it succeeded. */
function run(command: string[], env: Record<string, string> = {}): boolean {
  const { program, args } = toolCommand(command)
  const result = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // The suites start hundreds of processes of the same few programs, which compile half as long after the first.
    env: { ...process.env, NODE_COMPILE_CACHE: join(reports, 'compiled'), ...long, ...env },
  })
  if (result.error !== undefined) console.error(`${command.join(' ')}: ${result.error.message}`)
  return result.status === 0
}

/** A check without tests of its own counts as one. */
function check(name: string, ...commands: string[][]): boolean {
  const started = performance.now()
  const passed = commands.every((command) => run(command))
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
function specs(env: Record<string, string>, browser: string, desktop: string | null): void {
  const file = join(reports, 'specs.json')
  const projects = ['browser', ...(desktop === null ? [] : ['desktop'])]
  const finished = run(
    [
      'node',
      'scripts/with-secret-service.ts',
      'playwright',
      'test',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=list,json',
    ],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  )
  const read = reported(() => readPlaywright(file, projects), {})
  const someFailed = Object.values(read).some(({ failed }) => failed.some(({ unsteady }) => unsteady === undefined))
  const tell = (name: string, project: string, runtime: string) => {
    const count = suite(name, finished || someFailed, read[project] ?? NOTHING)
    shells.push(`${name}: ${count.passed + count.failed} specs run, ${count.skipped} skipped, on ${runtime}`)
  }
  tell('Browser shell', 'browser', browser)
  if (desktop !== null) tell('Desktop shell', 'desktop', desktop)
}

/** For the tests that have it read files back; without one, they fail and say so. */
function libreOffice(): Record<string, string> {
  const office = provideLibreOffice((line) => console.log(line))
  if ('path' in office) return { LIBREOFFICE_PATH: office.path }
  console.error(office.missing)
  return {}
}

check('format and lint', ['biome', 'ci', '--error-on-warnings', '.'])
check('types', ['tsc', '-p', '.'], ['tsc', '-p', 'shared'], ['tsc', '-p', 'renderer'], ['tsc', '-p', 'e2e'])
check('nothing unused', ['knip', '--no-progress'])
const built = check('build', ['node', 'scripts/build.ts'])

const unit = join(reports, 'unit.json')
const finished = run(
  [
    'node',
    'scripts/with-secret-service.ts',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unit}`,
  ],
  long.EVENTSCOPE_LONG === '1' ? libreOffice() : {},
)
suite(
  'Unit tests',
  finished,
  reported(() => readVitest(unit, root), NOTHING),
)

const chromium = provideSpecBrowser((line) => console.log(line))
if ('missing' in chromium) {
  console.error(chromium.missing)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
  failures.push({ name: 'Browser shell', message: chromium.missing })
} else if (built) {
  const runtime = findRuntime()
  const browser = `Node ${process.versions.node} and ${chromiumVersion(chromium.path)}`
  specs({ CHROMIUM_PATH: chromium.path }, browser, runtime?.name ?? null)
  if (runtime === null) {
    counts.push({ passed: 0, failed: 0, skipped: 1 })
    shells.push(
      'Desktop shell: skipped, because no Electron runtime is here (see README, "Which shells have been run where")',
    )
  }
}

rmSync(reports, { recursive: true, force: true })
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}))
console.log('')
// At the end once more: where only the last lines of a run are kept, they say what failed.
for (const { name, message, unsteady } of failures) {
  console.log(`${unsteady ? 'UNSTEADY, passed on the second try' : 'FAILED'}: ${name}\n${message.slice(0, 2_000)}`)
}
for (const line of shells) console.log(line)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)
