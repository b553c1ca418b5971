// Fetching one event (docs/interface.md 4.1): the same one as in searches, or 404.
import { type Context, describeAnswer } from './context.ts'
import { pathOf } from './sample.ts'
import { readEvent, type SeenEvent, sameEvent } from './seen-event.ts'

export async function checkFetch(context: Context): Promise<void> {
  const { client, report, sample } = context
  const { events, nonce } = sample
  const paths = events.flatMap((event) => {
    const path = pathOf(event.eventId)
    return path === null ? [] : [{ event, path }]
  })
  const some = [paths[0], paths[Math.floor(paths.length / 2)], paths.at(-1)].filter((one) => one !== undefined)
  for (const { event, path } of some) await checkOne(context, event, path)
  if (events.length === 0) report.cannotCheck('fetch-event', 'the service holds no event')
  else if (some.length === 0) report.cannotCheck('fetch-event', 'no event of the sample has an id that a URL can carry')

  for (const path of [`/v1/events/${nonce}`, `/v1/events/evt_${nonce}`]) {
    const answer = await client.send({ path })
    report.expect('fetch-missing', answer.status === 404, () => `${path} is answered with ${answer.status}`)
  }
  const odd = await client.send({ path: `/v1/events/${encodeURIComponent(`${nonce} ä/?#%`)}` })
  report.gap('4.1', 'An id with a slash and other reserved characters, percent-encoded', describeAnswer(odd))
}

async function checkOne({ client, report }: Context, event: SeenEvent, path: string): Promise<void> {
  const answer = await client.send({ path })
  const { event: fetched, problems } = readEvent(answer.json)
  report.expect('fetch-event', answer.status === 200, () => `${path} is answered with ${answer.status}`)
  if (answer.status !== 200) return
  report.expect('event-shape', problems.length === 0, () => `${path}: ${problems.join('; ')}`)
  if (fetched === null) return
  report.expect('fetch-event', sameEvent(fetched, event), () => `${path} is not the event that a search shows`)
}
