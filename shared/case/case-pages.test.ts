import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SUM_HEADS } from '../export/verification-outcome.ts'
import { type Case, type CaseItem, emptyCase, LONGEST_CASE, MOST_CASE_ROWS, readCase, withItem } from './case.ts'
import { caseHtml } from './case-html.ts'
import { casePages } from './case-pages.ts'
import { nordlichtCase } from './fixtures/nordlicht-letter.ts'
import { type CasePages, caseMarkdown, mapTexts } from './pages.ts'

const KEY = '00112233445566778899aabbccddeeff'
const facts = { program: 'Eventscope 0.1.0', at: '2026-11-03T09:00:00Z', diagnostics: [] }
const customer = (customerId: string, properties: string[] = []) => ({
  is: 'customer' as const,
  customerId,
  properties,
})
const colleague = (masked = false) => ({ is: 'colleague' as const, masked })

const event = (
  id: string,
  customerId: string,
  properties = '{"amount":940.5900000000000000001,"region":"eu"}',
): CaseItem => ({
  is: 'event',
  id,
  title: `Event ${id}`,
  source: `{"event_id":"${id}","customer_id":"${customerId}","event_code":"api_calls","trace":"x1","event_properties":${properties}}`,
  customerId,
  from: [
    ['Source', 'Production, https://api.example.com'],
    ['Range', 'October 2026'],
  ],
})
const table = (customers: string[] | null): CaseItem => ({
  is: 'table',
  id: 't1',
  title: 'Totals',
  heads: ['Customer', 'region', 'Net'],
  rows: [['cus_1', 'eu', { number: '-13782.000000000000000001' }]],
  from: [['Source', 'Production, https://api.example.com']],
  customers,
  properties: ['region'],
  origin: { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin', isWhole: true },
})
const receipt = (
  changed: Partial<ReceiptItem['receipt']> = {},
  verified: ReceiptItem['verified'] = null,
): ReceiptItem => ({
  is: 'receipt',
  id: 'r1',
  receipt: {
    file: 'eventscope-production-cus-1-2026-10.csv',
    of: 'events',
    rows: '237',
    connection: 'Production',
    customerId: 'cus_1',
    isTheirsAlone: true,
    lines: [
      { name: 'Bytes', value: { number: '12345' }, shown: 'to-all', isCondition: false },
      { name: 'SHA-256', value: 'ab'.repeat(32), shown: 'to-all', isCondition: false },
      { name: 'Source', value: 'Production, https://api.example.com', shown: 'to-colleagues', isCondition: false },
      { name: 'Filter Customer ID', value: 'cus_1', shown: 'to-all', isCondition: true },
      { name: 'Filter Property region', value: '"eu"', shown: { property: 'region' }, isCondition: true },
    ],
    sums: [
      {
        property: 'amount',
        cells: ['amount', 'debit', 'EUR', { number: '940.5900000000000000001' }, null, null, null],
      },
      { property: 'cost', cells: ['cost', 'debit', 'EUR', { number: '77.77' }, null, null, null] },
    ],
    ...changed,
  },
  verified,
})
const note = (text: string, isInternal: boolean): CaseItem => ({ is: 'note', id: `n${text}`, text, isInternal })

type ReceiptItem = Extract<CaseItem, { is: 'receipt' }>
type TableItem = Extract<CaseItem, { is: 'table' }>

const caseOf = (...items: CaseItem[]): Case => ({ ...emptyCase(KEY), items })
function pagesOf(known: Case, audience: Parameters<typeof casePages>[1]): CasePages {
  const made = casePages(known, audience, facts)
  if (!made.ok) throw new Error(made.refused.map(({ words }) => words).join())
  return made.pages
}

describe('for the customer', () => {
  test('an event of another customer is refused, and so is a table that may hold figures of others', () => {
    const refused = casePages(caseOf(event('e1', 'cus_1'), event('e2', 'cus_2'), table(null)), customer('cus_1'), facts)
    expect(refused).toEqual({
      ok: false,
      refused: [
        { id: 'e2', words: '“Event e2” is an event of another customer. Remove it.' },
        {
          id: 't1',
          words: '“Totals” may hold what is not for this customer. Remove it, or add Totals narrowed to this customer.',
        },
      ],
    })
    expect(casePages(caseOf(table(['cus_1', 'cus_2'])), customer('cus_1'), facts).ok).toBe(false)
    expect(casePages(caseOf(table(['cus_1'])), customer('cus_1'), facts).ok).toBe(true)
    const internal: CaseItem = { ...(table(['cus_1']) as TableItem), isInternal: true }
    expect(casePages(caseOf(internal), customer('cus_1'), facts)).toEqual({
      ok: false,
      refused: [{ id: 't1', words: expect.stringContaining('may hold what is not for this customer') }],
    })
  })

  test.each<[string, Partial<ReceiptItem['receipt']>, string]>([
    ['another customer', { customerId: 'cus_2' }, 'is of a search for another customer. Remove it.'],
    [
      'all customers',
      { customerId: null },
      'is of a search for all customers. Remove it, or add one of a search for this customer.',
    ],
    [
      'rows that may be of others',
      { isTheirsAlone: false },
      'does not say that every row is of this customer. Remove it.',
    ],
    [
      'figures',
      { of: 'figures', customerId: null },
      'is of a table of figures, which may hold those of others. Remove it.',
    ],
  ])('a receipt of %s is refused', (_, changed, words) => {
    expect(casePages(caseOf(receipt(changed)), customer('cus_1'), facts)).toEqual({
      ok: false,
      refused: [{ id: 'r1', words: `“Receipt of eventscope-production-cus-1-2026-10.csv” ${words}` }],
    })
    expect(casePages(caseOf(receipt(changed)), colleague(), facts).ok).toBe(true)
  })

  test('a receipt shows what its file is known by, ticked properties, and nothing of the connection', () => {
    const held = {
      at: '2026-11-03T09:00:00Z',
      file: 'internal name.csv',
      agrees: true,
      said: [['Agrees', 'secret words']] as [string, string][],
    }
    const { sections } = pagesOf(caseOf(receipt({}, held)), customer('cus_1', ['amount']))
    expect(sections).toEqual([
      {
        is: 'receipt',
        title: 'Receipt of eventscope-…-cus-1-2026-10.csv',
        facts: [
          ['File', 'eventscope-…-cus-1-2026-10.csv'],
          ['Bytes', { number: '12345', shown: '12,345' }],
          ['SHA-256', 'ab'.repeat(32)],
          ['Filter Customer ID', 'cus_1'],
          ['Conditions that are not shown', { number: '1', shown: '1' }],
          ['Checked against the file', '2026-11-03T09:00:00Z: the file agrees with its receipt'],
        ],
        sums: {
          heads: [...SUM_HEADS],
          rows: [
            [
              'amount',
              'debit',
              'EUR',
              { number: '940.5900000000000000001', shown: '940.5900000000000000001' },
              null,
              null,
              null,
            ],
          ],
        },
      },
    ])
  })

  test('a conclusion is shown once a person confirmed it as it stands; a colleague sees it anyway', () => {
    const concluded = (confirmed: string): Case => {
      const known = caseOf(event('e1', 'cus_1'))
      return { ...known, details: { ...known.details, conclusion: 'This was charged too much.', confirmed } }
    }
    for (const confirmed of ['', 'The invoice is correct.']) {
      expect(casePages(concluded(confirmed), customer('cus_1'), facts)).toEqual({
        ok: false,
        refused: [{ id: 'conclusion', words: 'The conclusion was not confirmed. Confirm it, or leave it empty.' }],
      })
    }
    // What was confirmed before it was taken out again.
    const without = concluded('The invoice is correct.')
    const emptied = { ...without, details: { ...without.details, conclusion: '' } }
    expect(casePages(emptied, customer('cus_1'), facts).ok).toBe(true)
    const words = 'This was charged too much.'
    expect(pagesOf(concluded(words), customer('cus_1')).sections).toContainEqual({
      is: 'words',
      parts: [{ text: words, isStrong: true }],
    })
    expect(pagesOf(concluded(''), colleague()).lines).toContainEqual(['Conclusion', words])
  })

  test('of where a table comes from it says the time, and whether not all of it was read', () => {
    const from: [string, string][] = [
      ['Line', 'line 7: 18 causes tried, 1 fits: the only one'],
      ['Measure', 'worth by your price rules, version 141328132eac; as sent where there is no price rule'],
      ['Events', '31 of 3,201'],
      ['Verdict', 'Incomplete. 3,201 events of 4,000 were read.'],
      ['Environment', 'Production'],
    ]
    const known = { ...table(['cus_1']), from } as TableItem
    const sectionsOf = (isWhole: boolean) => {
      const origin = { from: null, until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin', isWhole }
      return pagesOf(caseOf({ ...known, origin }), customer('cus_1')).sections
    }
    const time = 'From the first event up to 1 Nov 2026, 00:00:00, Berlin time.'
    expect(sectionsOf(true)).toMatchObject([
      { is: 'table', from: [] },
      { is: 'words', parts: [{ text: time }] },
    ])
    expect(sectionsOf(false)[1]).toMatchObject({
      parts: [{ text: `${time} Not all events of this period are included.` }],
    })
  })

  test('a table that an earlier version kept is refused: what of it tells of others is not known', () => {
    const { origin: _, ...kept } = table(['cus_1']) as TableItem
    expect(casePages(caseOf(kept), customer('cus_1'), facts)).toMatchObject({
      refused: [{ words: expect.stringContaining('was added by an earlier version') }],
    })
    expect(casePages(caseOf(kept), colleague(), facts).ok).toBe(true)
  })

  test('only ticked properties, no text of the event, no internal note, nothing of the service', () => {
    const known = caseOf(event('e1', 'cus_1'), table(['cus_1']), note('ask Ben', true), note('We are sorry.', false))
    const text = JSON.stringify(pagesOf(known, customer('cus_1', ['amount'])))
    expect(text).toContain('940.5900000000000000001')
    expect(text).toContain('-13782.000000000000000001')
    expect(text).toContain('We are sorry.')
    expect(text).toContain('From 1 Oct 2026, 00:00:00 up to 1 Nov 2026, 00:00:00, Berlin time.')
    for (const hidden of ['"eu"', 'region', 'ask Ben', 'api.example.com', 'Production', 'trace', 'Eventscope 0']) {
      expect(text).not.toContain(hidden)
    }
  })
})

describe('for a colleague', () => {
  test('everything is there, with its exact text', () => {
    const known = caseOf(event('e1', 'cus_1'), note('ask Ben', true))
    const text = JSON.stringify(pagesOf(known, colleague()))
    for (const shown of ['ask Ben', 'api.example.com', 'trace', 'Eventscope 0.1.0']) expect(text).toContain(shown)
  })

  test('masked, a customer is the same letter everywhere, and no ID is left', () => {
    const ids = fc.stringMatching(/^cus_[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(ids, { minLength: 1, maxLength: 30 }),
        fc.stringMatching(/^[0-9a-f]{32}$/),
        (customers, key) => {
          const items = customers.map((id, at) => event(`e${at}`, id))
          const text = caseMarkdown(
            pagesOf({ ...caseOf(...items, note(customers.join(' '), true)), key }, colleague(true)),
          )
          for (const id of customers) expect(text).not.toMatch(new RegExp(`\\b${id}\\b`))
          expect(new Set(text.match(/customer [A-Z]+/g)).size).toBe(customers.length)
        },
      ),
    )
  })

  test('a receipt is whole: where it comes from, its sums digit for digit, and what came of holding it against the file', () => {
    const known = caseOf(
      receipt({}, { at: '2026-11-03T09:00:00Z', file: 'x.csv', agrees: false, said: [['Why', 'its hash is another']] }),
    )
    const text = caseMarkdown(pagesOf(known, colleague()))
    for (const shown of [
      '12345',
      'api.example.com',
      '"eu"',
      '940.5900000000000000001',
      '77.77',
      'do not agree',
      'its hash is another',
      'x.csv',
    ]) {
      expect(text).toContain(shown)
    }
    expect(caseHtml(pagesOf(known, colleague()))).toContain('data-value="12345">12,345<')
    expect(caseMarkdown(pagesOf(caseOf(receipt()), colleague()))).toContain(
      'Checked against the file: not when it was added',
    )
  })

  test('masked, customers that a table has lines for, or whose figures are in one for colleagues, are letters too', () => {
    const lines: CaseItem = {
      ...(table(['cus_here']) as TableItem),
      isInternal: true,
      heads: ['Customer ID', 'Total'],
      rows: [
        ['cus_north', { number: '1' }],
        ['cus_south', { number: '2' }],
        ['All', { number: '3' }],
      ],
      from: [['Source', 'cus_here, October']],
    }
    const text = caseMarkdown(pagesOf(caseOf(lines, note('All of cus_south', true)), colleague(true)))
    expect(text).not.toMatch(/cus_|north|south/)
    expect(text).toMatch(/\| All \|.*All of customer [ABC]/s)
  })

  test('masked, neither a receipt nor the name of its file names the customer', () => {
    const held = { at: '2026-11-03T09:00:00Z', file: 'eventscope-cus-1-renamed.csv', agrees: true, said: [] }
    const text = caseMarkdown(pagesOf(caseOf(receipt({}, held)), colleague(true)))
    expect(text).toContain('eventscope-production-customer A-2026-10.csv')
    expect(text).toContain('eventscope-customer A-renamed.csv')
    expect(text).not.toMatch(/cus.1/)
  })

  test('masked, what a check or a person calls the customer is not named either', () => {
    const known = nordlichtCase('en', { customerName: 'Nordlicht AG', claim: 'Nordlicht AG asks.' })
    const named = { ...known, items: [...known.items, note('Nordlicht Logistik called.', true)] }
    const clear = caseMarkdown(pagesOf(named, colleague()))
    expect(clear).toContain('Nordlicht AG asks.')
    expect(clear).toContain('Nordlicht Logistik called.')
    const text = caseMarkdown(pagesOf(named, colleague(true)))
    expect(text).toContain('customer A asks.')
    expect(text).not.toContain('Nordlicht')
  })

  test('another case gives other letters', () => {
    const items = ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5', 'cus_6'].map((id, at) => event(`e${at}`, id))
    const order = (key: string) =>
      caseMarkdown(pagesOf({ ...caseOf(...items), key }, colleague(true))).match(/customer [A-Z]/g)
    expect(order(KEY)).not.toEqual(order('ffeeddccbbaa99887766554433221100'))
  })
})

describe('as HTML', () => {
  const texts = fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", '`', '{', 'a', ' ', '\n', '\u202e', '\u0000', '\ud800', '😀'),
  })

  test('whatever was sent is text: no element, attribute or line that turns around comes of it', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const known = caseOf({ ...event('e', 'c'), title: one } as CaseItem, note(other, false))
        const html = caseHtml(pagesOf({ ...known, details: { ...known.details, title: other } }, colleague()))
        const tags = new Set([...html.matchAll(/<\/?([a-z0-9!]+)/gi)].map(([, name]) => name))
        expect([...tags].filter((tag) => !KNOWN_TAGS.has(tag ?? ''))).toEqual([])
        expect(['\u202e', '\u0000'].some((one) => html.includes(one))).toBe(false)
        expect(html.isWellFormed()).toBe(true)
      }),
    )
  })

  test('its figures are read back digit for digit', () => {
    const decimals = fc.stringMatching(/^-?[1-9]\d{0,38}(\.\d{1,30})?$/)
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1 }), (numbers) => {
        const rows = numbers.map((number) => [null, 'x', { number }])
        const html = caseHtml(pagesOf(caseOf({ ...table(['c']), rows } as CaseItem), colleague()))
        expect([...html.matchAll(/data-value="([^"]*)"/g)].map(([, figure]) => figure)).toEqual(numbers)
        const shown = [...html.matchAll(/data-value="[^"]*">([^<]*)</g)].map(([, figure]) =>
          figure?.replace('−', '-').replaceAll(',', ''),
        )
        expect(shown).toEqual(numbers)
      }),
    )
  })

  test('it asks for nothing and runs nothing', () => {
    const html = caseHtml(pagesOf(caseOf(table(null)), colleague()))
    expect(html).toContain(`default-src 'none'`)
    expect(html).not.toMatch(/<script|src=|href=|url\(/)
  })
})

describe('as Markdown', () => {
  test('what hides text or turns it around is written as what it is, in every text of it', () => {
    const hidden = 'a\u202eb\u200bc'
    const at = event('e1', hidden, `{"${hidden}":"${hidden}","plain":"👩\u200d💻"}`)
    const shown = { ...table(null), title: hidden, heads: [hidden], rows: [[hidden]] } as CaseItem
    const facts = receipt({ file: hidden })
    const text = caseMarkdown(pagesOf(caseOf(at, shown, facts, note(hidden, true)), colleague()))
    expect(text.match(/a\[U\+202E\]b\[U\+200B\]c/g)).toHaveLength(12)
    expect(text).not.toMatch(/[\u202e\u200b]/)
    expect(text).toContain('👩\u200d💻')
  })

  test('a fence is longer than any of an event, however many there are', () => {
    const ticks = '` '.repeat(131_000)
    const text = caseMarkdown(pagesOf(caseOf({ ...event('e', 'c'), source: `"${ticks}"` } as CaseItem), colleague()))
    expect(text).toContain(`\n\`\`\`json\n"${ticks}"\n\`\`\`\n`)
  })
})

test('every text can be changed, and a figure that is changed is one no more', () => {
  const pages = pagesOf(caseOf(event('e1', 'cus_1'), table(['cus_1']), receipt(), note('token-123', true)), colleague())
  const changed = mapTexts(pages, (text) => `(${text})`)
  const untouched = (value: unknown): unknown[] => {
    if (typeof value === 'string') return value.startsWith('(') ? [] : [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(untouched) : []
  }
  expect(untouched(changed)).toEqual(['event', 'table', 'receipt', 'note'])
  expect(JSON.stringify(mapTexts(pages, (text) => text.replace('137', '•')))).toContain('"-•82.')
  expect(mapTexts(pages, (text) => text)).toEqual(pages)
})

describe('kept', () => {
  test('what does not fit is refused in a sentence, and what is there stays', () => {
    const rows = Array.from({ length: MOST_CASE_ROWS + 1 }, () => ['x'])
    const refused = withItem(caseOf(), { ...table(null), rows } as CaseItem)
    expect(refused).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', message: expect.stringContaining('5,000 rows') },
    })
    const large = note('x'.repeat(20_000), false)
    let known = caseOf()
    for (let at = 0; at < 60; at += 1) {
      const next = withItem(known, { ...large, id: `${at}` } as CaseItem)
      if (!next.ok) {
        expect(next.failure).toMatchObject({ message: expect.stringContaining('The report is full') })
        break
      }
      known = next.value
    }
    expect(JSON.stringify(known).length).toBeLessThanOrEqual(LONGEST_CASE)
    expect(readCase(JSON.stringify(known))).toEqual(known)
  })

  test('what cannot be read is none', () => {
    expect([readCase('{'), readCase('{"form":2}'), readCase('null')]).toEqual([null, null, null])
  })
})

test('a table of more columns than an upright page holds lies on its side', () => {
  const ofColumns = (count: number) => {
    const heads = Array.from({ length: count }, (_, at) => `Column ${at}`)
    return caseHtml({
      title: 'October',
      lines: [],
      sections: [{ is: 'table', title: 'Groups', heads, rows: [heads], from: [] }],
      remarks: [],
    })
  }
  expect(ofColumns(9)).toContain('<main class="pages">')
  expect(ofColumns(10)).toContain('<main class="pages wide">')
})

const KNOWN_TAGS = new Set(
  '!doctype html head meta title style body main h1 h2 dl div dt dd section table thead tbody tr th td p pre footer'.split(
    ' ',
  ),
)
