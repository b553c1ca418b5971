// The page's end of a call to the service: joins the pieces of the answer's text and parses it as the backend did.
import {
  type AnswerInfo,
  type EventAnswer,
  MOST_TIMES_LIMIT,
  type SearchAnswer,
  type SearchRequest,
} from '../shared/event/event.ts'
import {
  type Progress,
  parseEventText,
  parseSearchPage,
  type SentAnswer,
  type Unusable,
} from '../shared/search/search-page.ts'

/**
 * A search's answer, once its text is complete. Throws if it cannot be parsed, which the backend should have noticed.
 */
export function searchProgress(
  sent: AsyncIterable<SentAnswer>,
  { limit }: SearchRequest,
): AsyncGenerator<Progress<SearchAnswer>> {
  return progressOf(sent, (text, info) => {
    const read = parseSearchPage(text, limit * MOST_TIMES_LIMIT)
    return read.ok ? { page: read.page, info } : unread(read)
  })
}

/** The same for an event by its ID. */
export function eventProgress(sent: AsyncIterable<SentAnswer>): AsyncGenerator<Progress<EventAnswer>> {
  return progressOf(sent, (text, info) => {
    const read = parseEventText(text)
    return read.ok ? { event: read.event, info } : unread(read)
  })
}

async function* progressOf<T>(
  sent: AsyncIterable<SentAnswer>,
  read: (text: string, info: AnswerInfo) => T,
): AsyncGenerator<Progress<T>> {
  const pieces: string[] = []
  for await (const step of sent) {
    if (step.type === 'text') pieces.push(step.text)
    else yield step.type === 'answer' ? { type: 'answer', answer: read(pieces.join(''), step.info) } : step
  }
}

function unread({ problems }: Unusable): never {
  throw new Error(`An answer came otherwise than it was sent: ${problems.join('; ')}`)
}
