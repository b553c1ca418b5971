// "Explore sample data": runs the service in a worker thread, because the packaged app cannot fork a process.
// Takes workerData { token, events, seed }; posts { port } or { error }; ends on the message 'stop'.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { startService } from './server.ts'

const settings = z.object({
  token: z.string().min(1),
  events: z.number().int().nonnegative(),
  seed: z.number().int(),
})

if (parentPort === null) throw new Error('sample-worker.ts runs in a worker thread only.')
const port = parentPort

try {
  const service = await startService(settings.parse(workerData))
  port.on('message', async (message: unknown) => {
    if (message !== 'stop') return
    await service.close()
    port.close()
  })
  port.postMessage({ port: service.port })
} catch (error) {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) })
}
