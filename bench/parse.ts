// What reading a page exactly costs: parseExact, and parseSearchPage, which checks as well, beside JSON.parse, which
// rounds, and lossless-json, in one run. Pages of 100 events, narrow to wide. Prints a table of medians and ratios.
import { parse as parseLossless } from 'lossless-json'
import { parseExact } from '../shared/exact/exact-json.ts'
import { parseSearchPage } from '../shared/search/search-page.ts'
import { rounded, spreadOf } from './browsing/spread.ts'

const EVENTS = 100
const WIDTHS = [8, 40, 200]
/** Of text, for each reader and each width. */
const MEGABYTES = 40

const readers: Record<string, (text: string) => unknown> = {
  'JSON.parse': JSON.parse,
  'lossless-json': (text) => parseLossless(text),
  parseExact: (text) => parseExact(text),
  parseSearchPage: (text) => parseSearchPage(text),
}

for (const width of WIDTHS) {
  const text = pageOf(width)
  const medians = mediansOf(text)
  const [plain = Number.NaN, lossless = Number.NaN] = Object.values(medians)
  console.log(`A page of ${EVENTS} events with ${width} properties each (${rounded(text.length / 1000)} kB)`)
  console.table(
    Object.fromEntries(
      Object.entries(medians).map(([name, time]) => [
        name,
        {
          'median, ms': rounded(time, 3),
          '× JSON.parse': rounded(time / plain, 2),
          '× lossless-json': rounded(time / lossless, 2),
          aim:
            name === 'parseExact' ? '× lossless-json < 1' : name === 'parseSearchPage' ? '× lossless-json < 1.3' : '',
        },
      ]),
    ),
  )
}

/** In turn, so that a busy moment of the machine is every reader's. In milliseconds. */
function mediansOf(text: string): Record<string, number> {
  const rounds = Math.ceil((MEGABYTES * 1_000_000) / text.length)
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(readers).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, read] of Object.entries(readers)) {
      const startedAt = performance.now()
      read(text)
      // The first quarter is for the compiler.
      if (round >= rounds / 4) times[name]?.push(performance.now() - startedAt)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, spreadOf(all).p50]))
}

/** As a service might write it: numbers, codes, and notes of which one in four has an escape in it. */
function pageOf(width: number): string {
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const properties = Array.from({ length: width }, (_, at) => `"property_${at}":${propertyValue(index, at)}`)
    return [
      `{"event_id":"evt_${(index * 7_919).toString(36)}x${index}","customer_id":"cus_${index % 20}"`,
      `"event_code":"api_calls","event_type":"${index % 9 === 0 ? 'credit' : 'debit'}"`,
      `"created_at":"2026-11-20T14:${10 + (index % 50)}:57.${100 + index}Z","event_properties":{${properties}}}`,
    ].join()
  })
  return `{"events":[${events}],"total":12345,"limit":${EVENTS},"offset":0}`
}

function propertyValue(index: number, at: number): string {
  const kind = at % 4
  if (kind === 0) return `${index * at}.${10 + (at % 90)}`
  if (kind === 1) return `"eu-west-${at % 7}"`
  if (kind === 2) return `${9_007_199_254_740_993n + BigInt(index * 1_000 + at)}`
  return JSON.stringify(`A note of ${'some more '.repeat(index % 4)}words${index % 4 === 0 ? ', "quoted"\n' : ''}`)
}
