import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cannotBeId, cleanedId } from './pasted-id.ts'

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
