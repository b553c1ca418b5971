// "Explore sample data": the sample company, served in a worker thread, because the packaged app cannot fork a process.
// Takes workerData { token, now }, `now` in milliseconds since 1970; posts { port } or { error }; ends on the message 'stop'.
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { sampleCompany } from './sample-company.ts'
import { startService } from './server.ts'

const settings = z.object({
  token: z.string().min(1),
  now: z.number().int(),
})

if (parentPort === null) throw new Error('sample-worker.ts runs in a worker thread only.')
const port = parentPort

try {
  const { token, now } = settings.parse(workerData)
  const service = await startService({ token, records: sampleCompany({ now }) })
  port.on('message', async (message: unknown) => {
    if (message !== 'stop') return
    await service.close()
    port.close()
  })
  port.postMessage({ port: service.port })
} catch (error) {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) })
}
