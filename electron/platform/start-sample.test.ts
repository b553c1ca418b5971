import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startSample } from './start-sample.ts'

const worker = fileURLToPath(new URL('../../service/sample-worker.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'eventscope-sample-'))
afterAll(() => rmSync(folder, { recursive: true }))

const search = (baseUrl: string, token: string) =>
  fetch(`${baseUrl}/v1/events/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"limit":1}',
  })

test('the sample service answers to its own token only, and is gone once stopped', async () => {
  const sample = await startSample(worker)
  const other = await startSample(worker)
  expect(sample.token).not.toBe(other.token)
  expect(sample.token.length).toBeGreaterThanOrEqual(32)
  const answer = await search(sample.baseUrl, sample.token)
  expect(await answer.json()).toMatchObject({ events: [{ event_id: expect.any(String) }], limit: 1, offset: 0 })
  expect((await search(sample.baseUrl, other.token)).ok).toBe(false)
  const count = async () => ((await (await search(sample.baseUrl, sample.token)).json()) as { total: number }).total
  const before = await count()
  await sample.addLateEvents()
  expect(await count()).toBe(before + 2)
  await sample.stop()
  await other.stop()
  await expect(search(sample.baseUrl, sample.token)).rejects.toThrow()
})

test.each([
  [
    'says why it cannot',
    `import { parentPort } from 'node:worker_threads'\nparentPort.postMessage({ error: 'no port' })`,
    'no port',
  ],
  ['throws', `throw new Error('broken')`, 'broken'],
  ['throws a text', `throw 'broken too'`, 'broken too'],
  ['ends without a word', `process.exit(3)`, 'code 3'],
  [
    'says something else',
    `import { parentPort } from 'node:worker_threads'\nsetInterval(() => undefined, 1e6)\nparentPort.postMessage('hello')`,
    'invalid',
  ],
])('a worker that %s is an error with its words', async (name, code, words) => {
  const file = join(folder, `${name.length}.mjs`)
  await writeFile(file, code)
  await expect(startSample(file)).rejects.toThrow(words)
})

test('an error after the start ends the sample service, not this process, and is told', async () => {
  const file = join(folder, 'late.mjs')
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads'
    setInterval(() => undefined, 1e6)
    parentPort.postMessage({ port: 9 })
    setTimeout(() => { throw new Error('too late') }, 50)`,
  )
  const sample = await startSample(file)
  expect(await sample.ended).toBe('too late')
  await sample.stop()
})

test('one that is stopped has ended', async () => {
  const sample = await startSample(worker)
  await sample.stop()
  expect(await sample.ended).toBe('It ended with code 1.')
})
