/** The Bearer token of a service that is measured. */
export const TOKEN = 'bench'

/** Sends a search and reads its answer; resolves to how long that took, in milliseconds. */
export async function searchTime(url: string, body: string): Promise<number> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' }
  const startedAt = performance.now()
  const response = await fetch(`${url}/v1/events/search`, { method: 'POST', headers, body })
  await response.text()
  if (response.status !== 200) throw new Error(`${body} is answered with ${response.status}`)
  return performance.now() - startedAt
}
