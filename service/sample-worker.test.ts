import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

const source = new URL('./sample-worker.ts', import.meta.url)

function start(url: URL, workerData: unknown): Worker {
  const worker = new Worker(url, { workerData })
  onTestFinished(async () => void (await worker.terminate()))
  return worker
}

async function serves(url: URL): Promise<void> {
  const worker = start(url, { token: 'random-token', now: Date.parse('2026-11-22T15:00:00Z') })
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }]
  const october = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/events/search`, {
      method: 'POST',
      headers: { Authorization: 'Bearer random-token', 'Content-Type': 'application/json' },
      body: JSON.stringify({ created_at_from: '2026-09-30T22:00:00Z', created_at_to: '2026-10-31T22:59:59Z' }),
    })
    return response.json()
  }
  expect(await october()).toMatchObject({ total: 3_218 })
  const message = once(worker, 'message')
  worker.postMessage('late-events')
  expect(await message).toEqual(['late-events'])
  expect(await october()).toMatchObject({ total: 3_220 })
  const exit = once(worker, 'exit')
  worker.postMessage('stop')
  expect(await exit).toEqual([0])
  await expect(fetch(`http://127.0.0.1:${port}/openapi.json`)).rejects.toThrow()
}

test('serves in a worker thread until it is told to stop', () => serves(source))

test('serves when bundled into one file', async () => {
  const outDir = await temporaryFolder()
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: source.pathname,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  await writeFile(join(outDir, 'package.json'), '{}')
  await serves(pathToFileURL(join(outDir, 'worker.mjs')))
})

test('posts what it cannot start with', async () => {
  const worker = start(source, { token: '', now: 0 })
  const exit = once(worker, 'exit')
  const [{ error }] = (await once(worker, 'message')) as [{ error: string }]
  expect(error).toContain('token')
  expect(await exit).toEqual([0])
})
