// "Explore sample data": the reference service in a worker thread, because the packaged app can fork nothing (RunAsNode fuse).
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const SAMPLE = { events: 5_000, seed: 20_260_101 }

const answerSchema = z.union([z.object({ port: z.int() }), z.object({ error: z.string() })])

/**
 * Starts it on a free port of 127.0.0.1 with a random token.
 * @param workerFile the built service-worker.js
 * @throws when it does not start
 */
export async function startSample(workerFile: string) {
  const token = randomBytes(24).toString('base64url')
  const worker = new Worker(workerFile, { workerData: { token, ...SAMPLE } })
  const [message] = await once(worker, 'message')
  const answer = answerSchema.parse(message)
  if ('error' in answer) {
    await worker.terminate()
    throw new Error(answer.error)
  }
  worker.unref()
  return {
    baseUrl: `http://127.0.0.1:${answer.port}`,
    token,
    stop: async () => {
      await worker.terminate()
    },
  }
}
