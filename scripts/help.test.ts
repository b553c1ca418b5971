// `--help` is an answer at once: nothing is built, downloaded or opened for it, and nothing else is said.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test.each(['start', 'browser', 'dev'])('npm run %s -- --help', (name) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, '--help'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' },
    timeout: 60_000,
  })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  expect(stderr).toMatch(/^Usage: npm (?:start|run) /)
  expect(stderr).toContain('--user-data')
  expect(stderr).not.toMatch(/Building|Eventscope opens|download/)
})
