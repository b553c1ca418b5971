// What a service gives to whoever does nothing with it: the pages of a search by offset, so many at once, read as bytes
// and dropped. Arguments: URL, API key, rows, requests at once. Prints what it did.
import { Agent, request } from 'node:http'

const [url = '', token = '', count = '', width = ''] = process.argv.slice(2)
const rows = Number(count)
const atOnce = Number(width)
const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
let next = 0
let requests = 0

async function readOn(): Promise<void> {
  while (next < rows) {
    const offset = next
    next += 100
    requests += 1
    await post(JSON.stringify({ limit: 100, offset }))
  }
}

const startedAt = performance.now()
await Promise.all(Array.from({ length: atOnce }, readOn))
console.log(JSON.stringify({ rows, requests, ms: performance.now() - startedAt }))
agent.destroy()

function post(body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/events/search`, { method: 'POST', agent, headers }, (response) => {
      response.on('end', resolve)
      response.on('error', reject)
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
