// The reports are the real runners': a planted suite each, with a test that passes, one that fails, one that passes on
// its second try, one that is skipped; for Vitest also a file that cannot be loaded.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlaywright, readVitest } from './test-report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const planted = (runner: string) => `
import { expect, test } from '${runner}'
import { existsSync, writeFileSync } from 'node:fs'
const flag = new URL('./tried', import.meta.url)
test('holds', () => {})
test('breaks', () => expect(1, 'one is not two').toBe(2))
test('wavers', () => {
  const tried = existsSync(flag)
  writeFileSync(flag, '')
  expect(tried, 'not yet').toBe(true)
})
test.skip('waits', () => {})
`

let folder: string
beforeEach(() => {
  // Inside the checkout, so that the planted files find the runners.
  mkdirSync(join(root, 'test-results'), { recursive: true })
  folder = mkdtempSync(join(root, 'test-results', 'planted-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(entry: string, args: string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [join(root, 'node_modules', entry), ...args], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
}

test('Vitest’s: what failed, what wavered, and a file that could not be loaded', () => {
  writeFileSync(join(folder, 'planted.test.ts'), planted('vitest'))
  writeFileSync(join(folder, 'torn.test.ts'), "import './nowhere.ts'\n")
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default { test: { retry: 1 } }\n')
  const file = join(folder, 'report.json')
  run('vitest/vitest.mjs', ['run', '--root', folder, '--reporter=json', `--outputFile=${file}`])
  const report = readVitest(file, folder)
  expect(report).toMatchObject({ passed: 2, skipped: 1 })
  expect(report.failed.map(({ name, unsteady }) => [name, unsteady]).toSorted()).toEqual([
    ['planted.test.ts › breaks', undefined],
    ['planted.test.ts › wavers', true],
    ['torn.test.ts', undefined],
  ])
  expect(report.failed.find(({ name }) => name.endsWith('breaks'))?.message).toContain('one is not two')
  expect(report.failed.find(({ name }) => name.startsWith('torn'))?.message).toContain('nowhere.ts')
})

test('Playwright’s: what failed and what wavered, a project each', () => {
  writeFileSync(join(folder, 'planted.spec.ts'), planted('@playwright/test'))
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default {
      testDir: '.', outputDir: 'out', respectGitIgnore: false, retries: 1,
      projects: [{ name: 'one' }, { name: 'other', grep: /holds|waits/ }],
    }\n`,
  )
  const file = join(folder, 'report.json')
  run('@playwright/test/cli.js', ['test', '--workers=1', '--reporter=json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: file })
  const { one: report, other } = readPlaywright(file, ['one', 'other'])
  expect(other).toEqual({ passed: 1, failed: [], skipped: 1 })
  expect(report).toMatchObject({ passed: 2, skipped: 1 })
  expect(report.failed.map(({ name, unsteady }) => [name, unsteady]).toSorted()).toEqual([
    ['planted.spec.ts:6 › breaks', undefined],
    ['planted.spec.ts:7 › wavers', true],
  ])
  expect(report.failed.find(({ name }) => name.endsWith('breaks'))?.message).toContain('one is not two')
})

test('Playwright’s: what broke outside a test counts once, with the first project', () => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify({ suites: [], errors: [{ message: 'no browser' }] }))
  expect(readPlaywright(file, ['one', 'other'])).toEqual({
    one: { passed: 0, failed: [{ name: 'Playwright', message: 'no browser' }], skipped: 0 },
    other: { passed: 0, failed: [], skipped: 0 },
  })
})
