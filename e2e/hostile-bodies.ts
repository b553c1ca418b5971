// What a hostile service answers a search with: each about as much as is read of an answer, or as is slow to draw.
import { eventText, pageOf } from './scripted-service.ts'

const MIB = 1024 * 1024
/** What is unpacked at most, and a little less. */
const FULL = 32 * MIB - 4096

const filled = (chunk: string) => chunk.repeat(Math.floor(FULL / Buffer.byteLength(chunk)))
const json = (text: string) => JSON.stringify(text)
const one = (overrides: Record<string, string>) => pageOf([eventText(1, overrides)])
const members = (count: number, member: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => member(index)).join()}}`
const everywhere = (text: string) =>
  pageOf(
    Array.from({ length: 49 }, (_, index) =>
      eventText(index, {
        // A number in front, so that each is an event of its own.
        event_id: json(index + text),
        customer_id: json(text),
        event_code: json(text),
        event_type: json(text),
        event_properties: `{${json(text)}:${json(text)},"b":${json(text)}}`,
      }),
    ),
  )

interface HostileBody {
  body: () => string
  /** What it is shown as: rows of events, of which the first is opened, or words. */
  shown: RegExp
  /** Tried in the long run only: another of its kind, and a worse one, is tried in each. */
  long?: true
}

/** In the order in which they are served. */
export const HOSTILE_BODIES: Record<string, HostileBody> = {
  'numbers in place of events': { body: () => `{"events":[${filled('1,')}1]}`, shown: /more than 500,000 values/ },
  'empty objects in place of an answer': {
    body: () => `[${filled('{},')}{}]`,
    shown: /more than 500,000 values/,
    long: true,
  },
  'too many bytes': { body: () => filled('x').repeat(2), shown: /larger than 32 MB/ },
  '20,000 events': {
    body: () =>
      pageOf(
        Array.from({ length: 20_000 }, (_, index) => eventText(index)),
        20_000,
      ),
    shown: /Rows 1–500 of 20,000/,
    long: true,
  },
  '50,000 events': {
    body: () =>
      pageOf(
        Array.from({ length: 50_000 }, (_, index) => eventText(index)),
        50_000,
      ),
    shown: /Rows 1–500 of 50,000/,
  },
  '200,000 properties': {
    body: () => one({ event_properties: members(200_000, (index) => `"k${index}":${index}`) }),
    shown: /Rows 1–1 of 1/,
    long: true,
  },
  'as many properties as are read, none of which fits': {
    body: () => one({ event_properties: members(490_000, (index) => `"k${index}":null`) }),
    shown: /Rows 1–1 of 1/,
  },
  'an ID of 200,000 pairs of direction marks': {
    body: () =>
      one({ event_id: json('\u202e\u202c'.repeat(200_000)), customer_id: json('\u202e\u202c'.repeat(200_000)) }),
    shown: /Rows 1–1 of 1/,
  },
  'marks wherever a text stands': { body: () => everywhere('\u202e\u202c'.repeat(5_000)), shown: /Rows 1–49 of 49/ },
  'both directions wherever a text stands': { body: () => everywhere('aא'.repeat(5_000)), shown: /Rows 1–49 of 49/ },
  'line ends wherever a text stands': { body: () => everywhere('\n'.repeat(10_000)), shown: /Rows 1–49 of 49/ },
  'flag tags': {
    body: () =>
      one({ event_id: json('\u{e0067}'.repeat(200_000)), event_properties: json('\u{e0067}'.repeat(200_000)) }),
    shown: /Rows 1–1 of 1/,
  },
  'huge numbers': {
    body: () =>
      one({
        event_properties: `{"a":1${'0'.repeat(80_000)},"b":0.${'0'.repeat(80_000)}1,"c":1e999999999,"d":-1e-999999999,"e":${'9'.repeat(4 * MIB)}}`,
        created_at: json(`2026-11-01T00:00:00.${'1'.repeat(4 * MIB)}Z`),
      }),
    shown: /Rows 1–1 of 1/,
  },
  'arrays in arrays': {
    body: () => one({ event_properties: `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}` }),
    shown: /Rows 1–1 of 1/,
  },
  'one string of all that is read': {
    body: () => one({ event_properties: `{"a":"${filled('\\n').slice(0, FULL - 2048)}"}` }),
    shown: /Rows 1–1 of 1/,
  },
}
