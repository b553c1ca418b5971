// "Explore sample data": the sample company, served by the reference service in a worker thread, because the packaged
// app can fork nothing (RunAsNode fuse).
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Sample } from '../backend/connections/sample-data.ts'

const answerSchema = z.union([z.object({ port: z.int() }), z.object({ error: z.string() })])

/**
 * Starts it on a free port of 127.0.0.1 with a random token.
 * @param workerFile the built service-worker.js
 * @throws when it does not start: with its own words, or that it ended
 */
export async function startSample(workerFile: string): Promise<Sample> {
  const token = randomBytes(24).toString('base64url')
  const worker = new Worker(workerFile, { workerData: { token, now: Date.now() } })
  const message = Promise.withResolvers<unknown>()
  const ended = Promise.withResolvers<string>()
  worker.once('message', message.resolve)
  // These stay as long as the worker: an error without a listener would end this process.
  worker.on('error', (error: unknown) => ended.resolve(error instanceof Error ? error.message : String(error)))
  worker.on('exit', (code) => ended.resolve(`It ended with code ${code}.`))
  try {
    const ending = ended.promise.then((why) => ({ error: why }))
    const answer = answerSchema.parse(await Promise.race([message.promise, ending]))
    if ('error' in answer) throw new Error(answer.error)
    worker.unref()
    const addLateEvents = async () => {
      const added = once(worker, 'message')
      worker.postMessage('late-events')
      await Promise.race([added, ended.promise])
    }
    const stop = async () => void (await worker.terminate())
    return { baseUrl: `http://127.0.0.1:${answer.port}`, token, ended: ended.promise, addLateEvents, stop }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}
