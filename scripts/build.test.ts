// A build says that it runs: it takes so long that a terminal without a word looks dead.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The build in a folder that has none of the sources, where it ends soon. */
function buildIfStale({ isFresh }: { isFresh: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), 'eventscope-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['scripts', 'dist']) mkdirSync(join(folder, name))
  copyFileSync(join(root, 'scripts/build.ts'), join(folder, 'scripts/build.ts'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  if (isFresh) {
    const built = join(folder, 'dist/.built')
    writeFileSync(built, '')
    const later = Date.now() / 1000 + 60
    utimesSync(built, later, later)
  }
  return spawnSync(process.execPath, [join(folder, 'scripts/build.ts'), '--if-stale'], { encoding: 'utf8' })
}

test('it is said before anything is built, and not on standard output, which belongs to the program', () => {
  const { stdout, stderr } = buildIfStale({ isFresh: false })
  expect(stderr.split('\n')[0]).toBe('Building Eventscope …')
  expect(stdout).not.toContain('Building')
})

test('where nothing is stale nothing is said', () => {
  expect(buildIfStale({ isFresh: true })).toMatchObject({ status: 0, stdout: '', stderr: '' })
})
