// "Explore sample data": the sample company, served in a worker thread, because the packaged app cannot fork a process.
// Takes workerData { token, now }, `now` in milliseconds since 1970; posts { port } or { error }. It tells the company
// as it was when its last month was closed; after the message 'late-events', which is answered with itself, as it is.
// Ends on 'stop'.
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
  const service = await startService({ token, records: sampleCompany({ now, atClosing: true }), isAlone: true })
  port.on('message', async (message: unknown) => {
    if (message === 'late-events') {
      await service.add(sampleCompany({ now, sinceClosing: true }))
      port.postMessage('late-events')
    } else if (message === 'stop') {
      await service.close()
      port.close()
    }
  })
  port.postMessage({ port: service.port })
} catch (error) {
  port.postMessage({ error: error instanceof Error ? error.message : String(error) })
}
