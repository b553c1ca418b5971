import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinedLines } from './find-box.tsx'
import { cannotBeId, cleanedId, idsWithin, MOST_IDS, pastedIds } from './pasted-ids.ts'

const A = 'evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1E'
const B = '7b0f9c1e-5d1f-4c69-9d2e-0a1b2c3d4e5f'

describe('several IDs are found in any dress', () => {
  test.each([
    ['commas', `${A}, ${B}`],
    ['semicolons', `${A};${B}`],
    ['a line each', `${A}\r\n${B}\r\n`],
    ['a column with its head and an empty cell', `event_id\n${A}\n\n${B}\n`],
    ['cells beside each other', `${A}\t${B}`],
    ['spaces, as a field of one line makes of lines', `${A} ${B}`],
    ['quotes', `"${A}","${B}"`],
    ['single quotes, and a comma at the end', `'${A}',\n'${B}',`],
    ['a JSON array', `["${A}", "${B}"]`],
    ['a JSON array of lines', `[\n  "${A}",\n  "${B}"\n]`],
    ['addresses', `https://x.example/v1/events/${A}\nhttps://x.example/v1/events/${B}`],
    ['events as JSON', `[{"event_id":"${A}","customer_id":"cus_1"},{"event_id" : "${B}"}]`],
    ['a Markdown table’s column', `| ${A} |\n| ${B} |`],
    ['one of them twice', `${A},${B},${A}`],
  ])('%s', (_, pasted) => {
    expect(pastedIds(pasted)).toEqual({ ids: [A, B], count: 2 })
  })
})

test('numbers are IDs between commas; what was a column of them comes joined by commas', () => {
  expect(pastedIds('1001, 1002')?.ids).toEqual(['1001', '1002'])
  expect(pastedIds('evt_one, evt_2')?.ids).toEqual(['evt_one', 'evt_2'])
  expect(joinedLines('1001\n1002\n')).toBe('1001, 1002')
  expect(joinedLines('a line\nof words')).toBeNull()
  expect(joinedLines('evt_1\n')).toBeNull()
})

test.each([
  [A],
  [`"${A}",`],
  ['3 nov'],
  ['3 Nov 2026'],
  ['3.11.2026, 4.11.2026'],
  ['2026-11-03 2026-11-04'],
  ['last 7 days'],
  ['25 rows per page'],
  ['2026 2027'],
  ['new york'],
  [`${A}, ${A}`],
  [`look at ${A} and ${B}`],
  ['{"event_id":"evt_1","customer_id":"cus_1"}'],
  ['event_id=evt_000001 customer_id=cus_000001'],
  ['[,]'],
  [''],
])('%j is not a list of IDs', (typed) => {
  expect(pastedIds(typed)).toBeNull()
})

test('of many the first hundred are taken, and all are counted', () => {
  const many = Array.from({ length: 312 }, (_, index) => `evt_${index}`)
  expect(pastedIds(many.join(','))).toEqual({ ids: many.slice(0, MOST_IDS), count: 312 })
})

test('IDs come out as they went in, each once, whatever stands between them', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{2,8}_[0-9A-Z]{1,12}[0-9]$/), { minLength: 2, maxLength: 30 })
  const between = fc.constantFrom(', ', ',', ';', '\n', ',\n', ' | ')
  fc.assert(
    fc.property(ids, between, fc.constantFrom('', '"', "'", '`'), (all, sign, quote) => {
      const pasted = all.map((id) => `${quote}${id}${quote}`).join(sign)
      // Between line ends alone a short word may be anything.
      fc.pre(sign !== '\n' || all.every((id) => id.length >= 6))
      expect(pastedIds(pasted)?.ids).toEqual(all)
    }),
  )
})

const ID = 'evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1E'

describe('an ID is found in any dress', () => {
  test.each([
    ['double quotes', `"${ID}"`],
    ['single quotes', `'${ID}'`],
    ['backticks', `\`${ID}\``],
    ['quotes as printed', `“${ID}”`],
    ['quotes of another language', `«${ID}»`],
    ['round brackets', `(${ID})`],
    ['square brackets and quotes', `["${ID}"]`],
    ['angle brackets', `<${ID}>`],
    ['spaces', `  ${ID}  `],
    ['a tab and a line end', `\t${ID}\r\n`],
    ['a no-break space', `\u00a0${ID}\u00a0`],
    ['a comma after it', `${ID},`],
    ['a full stop after it', `${ID}.`],
    ['quotes and a comma', `"${ID}",`],
    ['its name in JSON', `"event_id": "${ID}",`],
    ['its name in JSON that was escaped', `\\"event_id\\":\\"${ID}\\"`],
    ['a whole object', `{"event_id":"${ID}"}`],
    ['its name in a log', `event_id=${ID};`],
    ['its name as people write it', `Event ID: ${ID}`],
    ['the word before it', `event ${ID}`],
    ['an address', `https://billing.example.com/v1/events/${ID}`],
    ['an address with a slash, a query and a place', `https://billing.example.com/events/${ID}/?tab=raw#top`],
    ['an address that asks for it', `https://billing.example.com/search?event_id=${ID}&limit=1`],
    ['a path', `/v1/events/${ID}`],
    ['a link in Markdown', `[${ID}](https://billing.example.com/x)`],
    ['stars', `**${ID}**`],
    ['zero-width characters', `\u200b${ID.slice(0, 4)}\u200d${ID.slice(4)}\ufeff`],
    ['marks of direction', `\u2066${ID}\u2069`],
  ])('%s', (_, pasted) => {
    expect(cleanedId(pasted)).toBe(ID)
  })
})

test.each([
  ['an ID as it is', ID],
  ['an ID with a bracket of its own', 'evt(1)'],
  ['an ID of several words', 'first event'],
  ['an ID with signs inside', 'a:b/c?d=e'],
])('nothing is taken off %s', (_, id) => {
  expect(cleanedId(id)).toBeNull()
})

test.each([['""'], [' '], ['()'], ['https://'], ['…'.slice(1)]])('%j leaves no ID', (pasted) => {
  expect(cleanedId(pasted)).toBeNull()
})

test('an address whose last step is escaped gives the ID that it means', () => {
  expect(cleanedId('https://x.example/v1/events/a%2Fb')).toBe('a/b')
  expect(cleanedId('https://x.example/v1/events/50%')).toBe('50%')
})

test('only what nobody sees cannot be an ID', () => {
  expect(cannotBeId('evt_1\n')).toBe(true)
  expect(cannotBeId('evt\u200b_1')).toBe(true)
  expect(cannotBeId('\ud800')).toBe(true)
  expect(cannotBeId('"evt 1",')).toBe(false)
})

test('whatever is pasted, what comes of it is clean and stays so', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (pasted) => {
      const cleaned = cleanedId(pasted)
      if (cleaned === null) return
      expect(cleaned).not.toBe('')
      expect(cleaned.isWellFormed()).toBe(true)
    }),
  )
})

const SEEN = ['evt_01JBRX7Q3M5T9V2W4Y6Z8A08C1', 'evt_02']
const UUID = '7b0f9c1e-5d1f-4c69-9d2e-0a1b2c3d4e5f'

test.each<[string, string, readonly string[], string[]]>([
  ['a sentence', 'Please look at evt_9, the customer cus_1 says it is wrong.', SEEN, ['evt_9']],
  ['two, with signs around them', 'Both (evt_9) and "evt_8". Thanks!', SEEN, ['evt_9', 'evt_8']],
  ['one twice', 'evt_9? Yes: evt_9', SEEN, ['evt_9']],
  ['a mail', `Hi,\n> event: evt_9\n> amount: 12.50 EUR\n\nRegards, Ann, +49 30 1234567`, SEEN, ['evt_9']],
  ['an address in it', 'see https://x.example/v1/events/evt_9 please', SEEN, ['evt_9']],
  ['a UUID, whatever was seen', `charged twice: ${UUID}`, SEEN, [UUID]],
  ['a ULID', 'this one: 01JBRX7Q3M5T9V2W4Y6Z8A08C1 thanks', [], ['01JBRX7Q3M5T9V2W4Y6Z8A08C1']],
  ['before any were seen', 'look at evt_9 of 2026-11-03', [], ['evt_9']],
  ['numbers where IDs are numbers', 'look at 100234 from 2026', ['100001'], ['100234']],
  ['IDs without a prefix', 'is f00dcafe01 wrong', ['abcdef0123'], ['f00dcafe01']],
])('%s', (_, text, seen, ids) => {
  expect(idsWithin(text, seen)).toEqual(ids)
})

test.each([
  ['3 Nov 2026'],
  ['last 7 days'],
  ['25 rows per page'],
  ['evt_9'],
  ['new york'],
  ['what is a GB-1 plan'],
  ['the evt_code of it'],
  [`look at evt_${'9'.repeat(200)} please`],
  [''],
])('none in %j', (text) => {
  expect(idsWithin(text, SEEN)).toEqual([])
})

test('an ID is found wherever it stands between words', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}[,.!?:]?$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.array(word), fc.integer({ min: 1 }), (before, after, number) => {
      expect(idsWithin([...before, `evt_${number}`, ...after].join(' '), SEEN)).toEqual([`evt_${number}`])
    }),
  )
})
