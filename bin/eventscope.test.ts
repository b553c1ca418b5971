// What the command says itself. What it starts is in e2e/command.spec.ts.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'eventscope.ts'), ...args],
    {
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

const COMMANDS = ['open', 'export', 'check', 'verify', 'service', 'check-service']

test('--help names every command, on standard output', () => {
  const { status, stdout, stderr } = run('--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect([...stdout.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, name]) => name)).toEqual(COMMANDS)
})

test('--version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test.each([
  [[], 'No command is named.'],
  [['exprot'], 'There is no command "exprot".'],
  [['--out', 'x.csv', 'export'], 'There is no command "--out".'],
  [['constructor'], 'There is no command "constructor".'],
])('%j is refused with exit code 2 and what there is', (args, problem) => {
  const { status, stdout, stderr } = run(...args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toBe(problem)
  for (const name of COMMANDS) expect(stderr).toContain(`\n  ${name} `)
})
