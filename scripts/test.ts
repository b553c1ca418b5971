// `npm test`: everything that CI runs, a line for each part, then the specs of each shell with its runtime, then the sum.
// `--long` (`npm run test:long`) sets EVENTSCOPE_LONG=1: the same suites with the long rounds in them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumVersion, provideChromium } from './chromium.ts'
import { findRuntime } from './electron-runtime.ts'
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
    env: { ...process.env, ...long, ...env },
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
function suite(name: string, command: string[], env: Record<string, string>, read: () => Report): Count {
  const finished = run(command, env)
  let report: Report
  try {
    report = read()
  } catch {
    report = { passed: 0, failed: [], skipped: 0 }
  }
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

function specs(project: 'browser' | 'desktop', name: string, runtime: string, env: Record<string, string>): void {
  const file = join(reports, `${project}.json`)
  const count = suite(
    name,
    ['node', 'scripts/with-secret-service.ts', 'playwright', 'test', `--project=${project}`, '--reporter=list,json'],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    () => readPlaywright(file),
  )
  shells.push(`${name}: ${count.passed + count.failed} specs run, ${count.skipped} skipped, on ${runtime}`)
}

check('format and lint', ['biome', 'ci', '--error-on-warnings', '.'])
check('types', ['tsc', '-p', '.'], ['tsc', '-p', 'shared'], ['tsc', '-p', 'renderer'], ['tsc', '-p', 'e2e'])
check('nothing unused', ['knip', '--no-progress'])
const built = check('build', ['node', 'scripts/build.ts'])

const unit = join(reports, 'unit.json')
suite(
  'Unit tests',
  [
    'node',
    'scripts/with-secret-service.ts',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unit}`,
  ],
  {},
  () => readVitest(unit, root),
)

const chromium = provideChromium((line) => console.log(line))
if ('missing' in chromium) {
  console.error(chromium.missing)
  counts.push({ passed: 0, failed: 1, skipped: 0 })
  failures.push({ name: 'Browser shell', message: chromium.missing })
} else if (built) {
  const env = { CHROMIUM_PATH: chromium.path }
  specs('browser', 'Browser shell', `Node ${process.versions.node} and ${chromiumVersion(chromium.path)}`, env)
  const runtime = findRuntime()
  if (runtime === null) {
    counts.push({ passed: 0, failed: 0, skipped: 1 })
    shells.push(
      'Desktop shell: skipped, because no Electron runtime is here (see README, "Which shells have been run where")',
    )
  } else {
    specs('desktop', 'Desktop shell', runtime.name, env)
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
