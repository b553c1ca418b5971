import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDecimals, readPlain } from '../exact/decimal.ts'
import { type Case, readCase } from './case.ts'
import { caseHtml } from './case-html.ts'
import { casePages } from './case-pages.ts'
import { besideLetter, CAUSES_OF_OTHERS, explainedLineSchema } from './explained-line.ts'
import { egressFacts, LETTERHEAD, lineEntry, nordlichtCase } from './fixtures/nordlicht-letter.ts'
import { letterOf } from './letter.ts'
import { CAUSE_SENTENCES } from './letter-language.ts'
import { caseMarkdown } from './pages.ts'

const AUDIENCE = { is: 'customer' as const, customerId: 'cus_nordlicht', properties: [], letterhead: LETTERHEAD }
const AT = '2026-11-28T10:00:00Z'
const letter = (known: Case) => letterOf(known, AUDIENCE, AT)
const markdown = (known: Case) => caseMarkdown(letter(known).pages)

test('in English: the conclusion that a person confirmed, what was found, figures in line, the events with their seconds', () => {
  const known = nordlichtCase('en')
  const [tooMuch] = letter(known).conclusions
  expect(tooMuch).toBe('3.00 EUR too much was charged for egress on this invoice.')
  const conclusion = `${tooMuch} We will credit it.`
  expect(
    markdown(nordlichtCase('en', { conclusion, confirmed: conclusion })),
  ).toBe(`Acme Metering GmbH<br>Example Street 1, 10115 Berlin<br>Finance, billing@acme.example

28 November 2026<br>Invoice INV-2026-10-17 of 2 November 2026<br>Your ticket 4711

# Your invoice for October 2026: egress

Nordlicht Logistik, your number cus\\_nordlicht

You wrote: “Egress is 37.5 GB too high.” **3.00 EUR too much was charged for egress on this invoice. We will credit it.**

The month of this line was cut in UTC instead of Berlin time. 300 GB of 1 October were left out of this invoice. 337.5 GB are on this invoice although they are of 1 November.

| Egress, October 2026 | Quantity | Price | Amount |
| --- | --- | --- | --- |
| Used in October, Berlin time (31 events) | 9,300 GB | 0.08 EUR | 744.00 EUR |
| On the invoice | 9,337.5 GB | 0.08 EUR | 747.00 EUR |
| Charged too much | 37.5 GB |  | 3.00 EUR |

## The events that make the difference

| When (Berlin time) | Event | Quantity | Belongs to |
| --- | --- | --- | --- |
| 1 Oct 2026, 00:30:00 | evt\\_003099 | 300 GB | October, left out |
| 1 Nov 2026, 00:30:00 | evt\\_006320 | 337.5 GB | November, on this invoice |

This letter is about egress only. Amounts are without VAT. Times are in Berlin time, by the creation of each event. This letter is no invoice and no credit note.

Acme Metering GmbH · Berlin · HRB 00000
`)
})

test('in German, with its dates and figures; and it concludes nothing by itself', () => {
  expect(
    markdown(nordlichtCase('de', { claim: 'Zu viel Egress.' })),
  ).toBe(`Acme Metering GmbH<br>Example Street 1, 10115 Berlin<br>Finance, billing@acme.example

28\\. November 2026<br>Rechnung INV-2026-10-17 vom 2. November 2026<br>Ihr Ticket 4711

# Ihre Rechnung für Oktober 2026: Egress

Nordlicht Logistik, Kundennummer cus\\_nordlicht

Sie schrieben: „Zu viel Egress.“

Der Monat dieser Position wurde nach UTC statt nach der Zeitzone Berlin abgegrenzt. 300 GB vom 1. Oktober fehlen auf dieser Rechnung. 337,5 GB auf dieser Rechnung stammen vom 1. November.

| Egress, Oktober 2026 | Menge | Preis | Betrag |
| --- | --- | --- | --- |
| Verbraucht im Oktober, Zeitzone Berlin (31 Ereignisse) | 9.300 GB | 0,08 EUR | 744,00 EUR |
| Auf der Rechnung | 9.337,5 GB | 0,08 EUR | 747,00 EUR |
| Differenz | 37,5 GB |  | 3,00 EUR |

## Ereignisse, aus denen sich die Differenz ergibt

| Zeitpunkt (Zeitzone Berlin) | Ereignis | Menge | Gehört zu |
| --- | --- | --- | --- |
| 1\\. Okt. 2026, 00:30:00 | evt\\_003099 | 300 GB | Oktober, fehlt auf dieser Rechnung |
| 1\\. Nov. 2026, 00:30:00 | evt\\_006320 | 337,5 GB | November, auf dieser Rechnung |

Dieses Schreiben betrifft nur Egress. Alle Beträge verstehen sich ohne Umsatzsteuer. Alle Zeiten sind in der Zeitzone Berlin angegeben; maßgeblich ist, wann ein Ereignis erstellt wurde. Dieses Schreiben ist weder Rechnung noch Gutschrift.

Acme Metering GmbH · Berlin · HRB 00000
`)
})

test('a time that the clock shows twice has its offset', () => {
  const events = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z'].map((at) => ({
    eventId: at,
    at,
    quantity: '1',
    side: 'repeat' as const,
  }))
  const known = { ...nordlichtCase('en'), items: [lineEntry(egressFacts({ events, eventCount: 3, doubt: '0.24' }))] }
  const text = markdown(known)
  for (const shown of [
    '25 Oct 2026, 02:30:00 (+02:00) |',
    '25 Oct 2026, 02:30:00 (+01:00) |',
    '25 Oct 2026, 03:30:00 |',
  ])
    expect(text).toContain(shown)
  expect(text).toContain('3 events, 0.24 EUR together, may have been sent twice.')
})

test('that another price was charged is said in both languages', () => {
  const text = (language: 'en' | 'de') =>
    markdown({ ...nordlichtCase(language), items: [lineEntry(egressFacts({ causes: ['another-price'] }))] })
  expect(text('en')).toContain('The unit price on this invoice is not the price of this usage.')
  expect(text('de')).toContain('Der Einzelpreis auf dieser Rechnung ist nicht der Preis dieses Verbrauchs.')
})

test('what was charged too much is said once a person confirmed that it was', () => {
  const [conclusion, correct] = letter(nordlichtCase('en')).conclusions
  const rows = (details: Partial<Case['details']>) =>
    markdown(nordlichtCase('en', details)).match(/^\| (Charged|Diff)\S*/gm)
  expect(rows({})).toEqual(['| Difference'])
  expect(rows({ conclusion })).toEqual(['| Difference'])
  expect(rows({ conclusion: correct, confirmed: correct })).toEqual(['| Difference'])
  expect(rows({ conclusion, confirmed: conclusion })).toEqual(['| Charged'])
})

test('a sentence that was written otherwise stays, in its language; one that was emptied is left out', () => {
  const { sentences } = letter(nordlichtCase('en'))
  expect(sentences.map(({ label }) => label)).toEqual([
    'What it is about',
    'Unit of egress',
    'Heading',
    'To',
    'What they wrote',
    'What was found: egress',
    'What was found: egress (2)',
    'What was found: egress (3)',
    'Heading of the events: egress',
    'Below: what it is about',
    'Below: tax',
    'Below: times',
    'Below: no invoice',
  ])
  const idOf = (label: string) => sentences.find((one) => one.label === label)?.id ?? ''
  const edited = [
    { id: idOf('What was found: egress'), text: 'Ours <b>to</b> check.' },
    { id: idOf('Below: no invoice'), text: '' },
    { id: idOf('What it is about'), text: 'traffic' },
  ]
  const text = markdown(nordlichtCase('en', { edited, disputed: '3.00 EUR' }))
  expect(text).toContain('# Your invoice for October 2026: traffic')
  expect(text).toContain('Ours &lt;b>to&lt;/b> check. 300 GB of 1 October were left out of this invoice. 337.5 GB are')
  expect(text).toContain('Amounts are without VAT. Times are in Berlin time, by the creation of each event.\n')
  expect(text).not.toMatch(/cut in UTC|no credit note/)
  expect(text).toContain('The amount in question is 3.00 EUR.')
  expect(markdown(nordlichtCase('de', { edited }))).toMatch(/nach UTC(?:.|\n)*weder Rechnung noch Gutschrift/)
  expect(letter(nordlichtCase('en', { edited })).sentences.find(({ id }) => id === edited[1]?.id)).toMatchObject({
    text: '',
    written: expect.stringContaining('no credit note'),
  })
})

test('a paragraph that an earlier version had written otherwise stays as it was typed, and can be taken back', () => {
  const [entry] = nordlichtCase('en').items
  const edited = [
    { id: `en ${entry?.id} finding`, text: 'We are looking into it.' },
    { id: 'en remarks', text: 'No invoice.' },
  ]
  const text = markdown(nordlichtCase('en', { edited }))
  expect(text).toContain('\n\nWe are looking into it.\n\n')
  expect(text).toContain('\n\nNo invoice.\n\n')
  const kept = letter(nordlichtCase('en', { edited })).sentences.filter(({ text: one, written }) => one !== written)
  expect(kept.map(({ label, written }) => [label, written.slice(0, 34)])).toEqual([
    ['What was found: egress', 'The month of this line was cut in '],
    ['Below', 'This letter is about egress only. '],
  ])
})

test('its walk from what is included to what is charged, events on no line, and what agrees are figures too', () => {
  const of = (...facts: Parameters<typeof egressFacts>) =>
    markdown({ ...nordlichtCase('en'), items: [lineEntry(egressFacts(...facts))] })
  const none = { events: [], eventCount: 0 }
  const minutes = of({
    ...none,
    item: 'Build minutes',
    unit: 'min',
    invoiced: { quantity: '14000', price: '0.008', amount: '112.00' },
    used: { events: 31, unvalued: 0, quantity: '14000', price: null, worth: '96.00' },
    steps: [
      { quantity: '2000', price: '0', worth: '0.00' },
      { quantity: '12000', price: '0.008', worth: '96.00' },
    ],
    difference: '16.00',
    causes: ['included-forgotten'],
  })
  expect(minutes).toContain(`The included quantity was not taken off.

| Build minutes, October 2026 | Quantity | Price | Amount |
| --- | --- | --- | --- |
| Used in October, Berlin time (31 events) | 14,000 min |  | 96.00 EUR |
| of which included | 2,000 min | 0.00 EUR | 0.00 EUR |
| of which charged | 12,000 min | 0.008 EUR | 96.00 EUR |
| On the invoice | 14,000 min | 0.008 EUR | 112.00 EUR |
| Difference |  |  | 16.00 EUR |`)
  const unbilled = of({ ...none, item: 'sms', unit: 'sms', invoiced: null, difference: null, causes: [] })
  expect(unbilled).toContain('9,300 sms of October 2026 are not on this invoice.')
  expect(unbilled).toContain('| Not on the invoice | 9,300 sms |  | 744.00 EUR |')
  expect(of({ ...none, difference: '0.00', causes: [] })).toContain('The amount on this invoice matches the events.')
})

test('events that are not in the figures are counted beside them', () => {
  const used = { events: 31, unvalued: 3, quantity: '5000', price: null, worth: '21.00' }
  const of = (language: 'en' | 'de') =>
    markdown({ ...nordlichtCase(language), items: [lineEntry(egressFacts({ used }))] })
  expect(of('en')).toContain('| Used in October, Berlin time (31 events, 3 of them not counted) |')
  expect(of('de')).toContain('(31 Ereignisse, davon 3 nicht gezählt) |')
  expect(besideLetter([egressFacts({ used })])).toContain(
    '3 events of this line cannot be valued, and what they are worth is not in it.',
  )
})

test('of several lines each says which it is; a quantity without a unit is of what the line is about', () => {
  const none = { events: [], eventCount: 0, causes: [] }
  const refund = { quantity: null, price: null }
  const known = {
    ...nordlichtCase('en'),
    items: [
      lineEntry(egressFacts(), 'l1'),
      lineEntry(egressFacts({ ...none, item: 'sms', invoiced: null, difference: null }), 'l2'),
      lineEntry(
        egressFacts({
          ...none,
          item: 'Refund',
          used: { ...refund, events: 1, unvalued: 0, worth: '-150.00' },
          invoiced: { ...refund, amount: '-150.00' },
          difference: '0.00',
        }),
        'l3',
      ),
    ],
  }
  const text = markdown(known)
  expect(text).toContain('# Your invoice for October 2026: egress, sms and refund')
  expect(text).toContain('**Sms**\n\n9,300 sms of October 2026 are not on this invoice.')
  expect(text).toContain(
    '| Refund, October 2026 | Amount |\n| --- | --- |\n| Credited in October, Berlin time (1 event) | −150.00 EUR |',
  )
  const four = { ...known, items: [...known.items, lineEntry(egressFacts({ item: 'Seats' }), 'l4')] }
  expect(markdown(four)).toContain('# Your invoice for October 2026\n')
})

test.each([
  ['Egress, GB', 'egress', 'GB'],
  ['Egress (GiB)', 'egress', 'GiB'],
  ['Storage GB', 'storage', 'GB'],
  ['Storage, GB-days', 'storage', 'GB-days'],
  ['Build minutes', 'build minutes', ''],
  ['API calls', 'API calls', ''],
  ['Support, premium', 'support, premium', ''],
  ['GB', 'GB', ''],
])('the line %s is about %s, in %s', (item, subject, unit) => {
  const { sentences } = letter({ ...nordlichtCase('en'), items: [lineEntry(egressFacts({ item }))] })
  expect(sentences.slice(0, 2).map(({ text }) => text)).toEqual([subject, unit])
})

test('that amounts are without VAT is said as far as the invoice has its tax in a line of its own', () => {
  const says = (...facts: Parameters<typeof egressFacts>) =>
    markdown({ ...nordlichtCase('en'), items: [lineEntry(egressFacts(...facts))] }).includes('without VAT')
  expect([says(), says({ isNet: false }), says({ causes: ['tax-included'] })]).toEqual([true, false, false])
})

test('where usage moves between months, its writer is told to look at both neighbours; the letter says nothing of it', () => {
  const first = 'Check the invoices of September and November: the same usage may be on them.'
  const beside = ['Besides “Egress, GB”, this invoice differs by: 151.00 EUR charged too much.']
  expect(besideLetter([egressFacts()])).toEqual([first, ...beside])
  expect(besideLetter([egressFacts({ causes: ['another-price'] })])).toEqual(beside)
  const december = { from: '2026-12-01', until: '2026-12-31' }
  expect(besideLetter([egressFacts({ period: december })])[0]).toContain('of November and January 2027:')
  expect(besideLetter([egressFacts({ period: { ...december, until: '2026-12-14' } })])[0]).toContain(
    'before and after this',
  )
  for (const text of ['151.00', 'September', 'Check the']) expect(markdown(nordlichtCase('en'))).not.toContain(text)
})

test('of several lines of an invoice, what else differs is told once, without what any of them is', () => {
  const all = { tooMuch: '154', tooLittle: '0', notBilled: '200', inDoubt: '480' }
  const none = { tooMuch: '0', tooLittle: '0', notBilled: '0', inDoubt: '0' }
  const of = (item: string, own: Partial<typeof none>, checkId = 'check 1') =>
    egressFacts({ item, causes: [], beside: [], invoice: { checkId, part: item, all, own: { ...none, ...own } } })
  const egress = of('Egress', { tooMuch: '3' })
  expect(besideLetter([egress])).toEqual([
    'Besides “Egress”, this invoice differs by: 151.00 EUR charged too much, 200.00 EUR not billed, 480.00 EUR possibly charged twice.',
  ])
  // What was added twice is taken off once.
  expect(besideLetter([egress, of('API calls', { inDoubt: '480' }), egress])).toEqual([
    'Besides “Egress” and “API calls”, this invoice differs by: 151.00 EUR charged too much, 200.00 EUR not billed.',
  ])
  expect(besideLetter([of('Egress', { tooMuch: '154', notBilled: '200', inDoubt: '480' })])).toEqual([])
  expect(besideLetter([egress, of('Tokens', { tooMuch: '154' }, 'check 2')])).toHaveLength(2)
})

test('a letter of events alone says what they come to, each currency by itself, and can say it otherwise', () => {
  const event = (id: string, worth?: { amount: string; currency: string | null } | null) => ({
    is: 'event' as const,
    id,
    title: id,
    source: `{"event_id":"${id}","created_at":"2026-10-23T07:00:02Z","event_code":"api_calls","event_type":"debit"}`,
    customerId: 'cus_nordlicht',
    from: [],
    ...(worth === undefined ? {} : { worth }),
  })
  const forty = { amount: '40', currency: 'EUR' }
  const of = (language: 'en' | 'de', ...items: Case['items']) => markdown({ ...nordlichtCase(language), items })
  const both = of('en', event('evt_1', forty), event('evt_2', forty))
  expect(both).toContain('| api\\_calls | debit | 40.00 EUR |')
  expect(both).toContain('\nTogether these 2 events come to 80.00 EUR.\n')
  expect(of('de', event('evt_1', forty), event('evt_2', forty))).toContain(
    '\nZusammen ergeben diese 2 Ereignisse 80,00 EUR.\n',
  )
  const dollars = { amount: '-1.5', currency: 'USD' }
  expect(of('en', event('evt_1', forty), event('evt_2', dollars), event('evt_3', null))).toContain(
    '\n2 of these 3 events together come to 40.00 EUR and −1.50 USD.\n',
  )
  expect(of('de', event('evt_1', forty), event('evt_2', null))).toContain(
    '\nEines dieser 2 Ereignisse ergibt 40,00 EUR.\n',
  )
  expect(of('en', event('evt_1', dollars))).toContain('\nThis event comes to −1.50 USD.\n')
  // What earlier versions kept says nothing of money.
  expect(of('en', event('evt_1', forty), event('evt_2'))).not.toContain('come to')
})

test('a copied table has our heads in the language of the letter, and its title can be written otherwise', () => {
  const item: Case['items'][number] = {
    is: 'table',
    id: 't1',
    title: 'Totals, October',
    heads: ['Event code', 'Events', 'Charged, EUR', 'Net, EUR', 'plan'],
    rows: [
      ['sms', { number: '31' }, { number: '200' }, { number: '200' }, 'Net'],
      ['All', null, null, null, null],
    ],
    customers: ['cus_nordlicht'],
    properties: ['plan'],
    from: [],
    origin: { from: null, until: null, zone: 'Europe/Berlin', isWhole: true },
  }
  const of = (language: 'en' | 'de') =>
    letterOf({ ...nordlichtCase(language), items: [item] }, { ...AUDIENCE, properties: ['plan'] }, AT)
  const german = caseMarkdown(of('de').pages)
  expect(german).toContain('## Summen, October\n\n| Code | Ereignisse | Berechnet, EUR | Gesamt, EUR | plan |')
  expect(german).toContain('| sms | 31 | 200 | 200 | Net |\n| Alle |')
  expect(caseMarkdown(of('en').pages)).toContain('## Totals, October\n\n| Event code | Events | Charged, EUR |')
  expect(of('de').sentences.map(({ id }) => id)).toContain('de t1 title')
})

test('a receipt in a German letter is in German, figures in its manner, and what was searched for as it was', () => {
  const line = (name: string, value: string | { number: string }) => ({
    name,
    value,
    shown: 'to-all' as const,
    isCondition: false,
  })
  const item: Case['items'][number] = {
    is: 'receipt',
    id: 'r1',
    verified: null,
    receipt: {
      file: 'october.csv',
      of: 'events',
      rows: '1237',
      connection: null,
      customerId: 'cus_nordlicht',
      isTheirsAlone: true,
      lines: [line('Bytes', { number: '12345' }), line('Filter Event code', 'rows'), line('Order', 'oldest first')],
      sums: [
        { property: null, cells: ['Total', 'by the price rules', 'EUR', { number: '13782.50' }, null, null, null] },
      ],
    },
  }
  const of = (language: 'en' | 'de') => markdown({ ...nordlichtCase(language), items: [item] })
  expect(of('de')).toContain(
    '## Beleg zu october.csv\n\n- Datei: october.csv\n- Bytes: 12.345\n- Filter Code: rows\n- Reihenfolge: älteste zuerst\n- Mit der Datei verglichen: nicht vor dem Hinzufügen',
  )
  expect(of('de')).toContain('| Gesamt | nach den Preisregeln | EUR | 13.782,50 |')
  expect(of('en')).toContain('- Bytes: 12,345\n- Filter Event code: rows\n- Order: oldest first')
})

describe('whatever was gathered', () => {
  // Of fewer decimals than the other customer's price has: it does not come about by chance.
  const decimal = fc.stringMatching(/^-?(0|[1-9]\d{0,12})(\.\d{1,8})?$/)
  const facts = fc.record({
    language: fc.constantFrom('en' as const, 'de' as const),
    period: fc.constantFrom(
      null,
      { from: '2026-10-01', until: '2026-10-31' },
      { from: '2026-02-03', until: '2026-03-04' },
    ),
    causes: fc.uniqueArray(fc.constantFrom(...Object.keys(CAUSE_SENTENCES), ...CAUSES_OF_OTHERS), { maxLength: 4 }),
    isOnlyCause: fc.boolean(),
    used: fc.record({
      events: fc.nat(),
      unvalued: fc.nat(2),
      quantity: fc.option(decimal),
      price: fc.option(decimal),
      worth: decimal,
    }),
    invoiced: fc.option(
      fc.record({ quantity: fc.option(decimal), price: fc.option(decimal), amount: fc.option(decimal) }),
    ),
    difference: fc.option(decimal),
    doubt: fc.option(decimal),
    events: fc.array(
      fc.record({
        eventId: fc.option(fc.stringMatching(/^evt_[0-9a-f]{4}$/)),
        at: fc
          .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
          .map((date) => date.toISOString()),
        quantity: fc.option(decimal),
        side: fc.constantFrom('left-out' as const, 'on-line' as const, 'repeat' as const),
      }),
      { maxLength: 4 },
    ),
  })
  const known = ({ language, ...line }: typeof facts extends fc.Arbitrary<infer F> ? F : never): Case => ({
    ...nordlichtCase(language),
    // What checked files call customers, for masking.
    names: [{ said: 'Other Ltd', is: 'cus_other' }],
    items: [
      lineEntry(
        egressFacts({ ...line, eventCount: line.events.length, beside: ['For cus_other it is 77.123456789 EUR.'] }),
      ),
      { is: 'note', id: 'n1', text: 'cus_other pays 77.123456789', isInternal: true },
    ],
  })

  test('no letter names another customer, their figures, the connection, rules, or causes tried', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const made = casePages(known(one), AUDIENCE, { program: 'Eventscope 0.1', at: AT, diagnostics: [['a', 'b']] })
        if (!made.ok) throw new Error('It is refused.')
        const text = `${JSON.stringify(made.pages)}${caseMarkdown(made.pages)}${caseHtml(made.pages)}`
        const hidden = [
          'cus_other',
          '77.123456789',
          'api.example',
          'Production',
          '141328132eac',
          'tried',
          'Eventscope',
          'Step',
        ]
        expect(hidden.filter((part) => text.includes(part))).toEqual([])
      }),
    )
  })

  test('figures are in the manner of its language, digit for digit', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const { pages } = letter(known(one))
        const cells = pages.sections.flatMap((section) => (section.is === 'table' ? section.rows.flat() : []))
        for (const cell of cells) {
          if (cell === null || typeof cell === 'string' || !('shown' in cell)) continue
          const figure = cell.shown.split(' ')[0] ?? ''
          expect(figure).toMatch(
            one.language === 'en' ? /^−?\d{1,3}(,\d{3})*(\.\d+)?$/ : /^−?\d{1,3}(\.\d{3})*(,\d+)?$/,
          )
          const plain =
            one.language === 'en' ? figure.replaceAll(',', '') : figure.replaceAll('.', '').replace(',', '.')
          expect(compareDecimals(readPlain(plain.replace('−', '-')), readPlain(cell.number))).toBe(0)
        }
        const text = caseMarkdown(pages)
        if (one.language === 'de') expect(text).not.toMatch(/ (Oct|Dec|March|May|October|December) |\bevents\b/)
        else expect(text).not.toMatch(/ (Okt|Dez|Mai|März)\b|Ereignis/)
      }),
    )
  })

  test('it is kept and read again as it was', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const gathered = known(one)
        expect(readCase(JSON.stringify(gathered))).toEqual(gathered)
        expect(gathered.items[0]).toMatchObject({
          line: explainedLineSchema.parse(JSON.parse(JSON.stringify((gathered.items[0] as { line: unknown }).line))),
        })
      }),
    )
  })
})
