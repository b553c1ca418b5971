import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { figure, line } from '../../../shared/snapshot/fixtures/some-totals.ts'
import type { Valued } from './headline-words.ts'
import { Headlines } from './headlines.tsx'

const unruled: Valued = {
  kind: 'valued',
  version: '0123456789ab',
  events: 8,
  currencies: [],
  otherCurrencies: 0,
  invoiced: [],
  moneyKinds: [{ moneyKind: 'no-rule', events: 8, rows: [], sums: [] }],
  apart: [],
  noRule: [{ type: 'debit', eventCode: 'calls', events: 8 }],
  rules: [],
  notValued: [],
  notInSums: [],
  quantities: [],
  otherQuantities: 0,
  charged: [],
  credited: [],
}

const nothing = () => {}
const drawn = (answer: Valued) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Headlines
        answer={answer}
        isBusy={false}
        problems={[]}
        ofWhat={`All ${answer.events} events`}
        onRules={nothing}
        onShowEvents={nothing}
      />
    </MantineProvider>,
  )

test('without rules what has no unit is said code by code, six of them and how many more there are', () => {
  const codes = ['calls', 'tokens', 'egress_gb', 'sms', 'seats', 'storage', 'minutes', 'events']
  const apart = codes.map((code, at) => ({ ...line('', [], { debit: figure(`${at + 1}000000`) }), keys: [], code }))
  const html = drawn({ ...unruled, apart })
  expect(html.match(/data-apart="debit"/g)).toHaveLength(6)
  expect(html).toContain('<b>1,000,000</b> calls (unit not set)')
  expect(html).toContain('and 2 more, in Totals')
  expect(html).toContain('No total: 8 debits have no price rule.')
  expect(html).toContain('All 8 events. ')
  expect(html).not.toContain(' · ')
})

const netted: Valued = {
  ...unruled,
  currencies: [{ currency: 'GBP', net: '3843.7', charged: '3843.7', reduces: '0', tax: ['net'], events: 5 }],
  invoiced: [{ currency: 'GBP', sum: '3843.70' }],
  moneyKinds: [
    { moneyKind: 'charged', events: 5, rows: [0, 1, 2, 3, 4], sums: [] },
    { moneyKind: 'number-missing', events: 3, rows: [5, 6, 7], sums: [] },
  ],
  noRule: [],
  notInSums: [
    {
      currency: 'GBP',
      parts: [
        {
          why: 'text',
          eventCode: 'build_minutes',
          property: 'quantity',
          events: 3,
          sent: [{ text: '150', isText: true, events: 3 }],
          otherSent: 0,
          quantities: [],
        },
      ],
    },
  ],
  charged: [{ evidence: 'key', events: 2, rows: [0, 1], sums: [{ currency: 'GBP', sum: '480' }], notInSums: [] }],
  credited: [{ evidence: 'key', events: 1, rows: [2], sums: [{ currency: 'GBP', sum: '-49.6' }], notInSums: [] }],
}

/** The first card: what is in sight of it, and what is behind "Details". */
function firstCard(answer: Valued) {
  const html = drawn(answer)
  const [before = '', details = ''] = html
    .slice(0, html.indexOf('Possibly charged twice'))
    .split(/<div[^>]* hidden=""[^>]*>/)
  return { before, details }
}

test('the first card says figures and what is not in them; bins and rounded figures are in the document, behind “Details”', () => {
  const { before, details } = firstCard(netted)
  expect(before).toContain('Charged less taken off, before fees, discounts and tax')
  expect(before).toContain('data-headline="net" data-currency="GBP"')
  expect(before).toContain('GBP without 3 events of build_minutes')
  expect(before.match(/<button/g)).toHaveLength(2)
  expect(before).toMatch(/>Details .*>Show them</)
  for (const data of [
    'data-bin="charged" data-count="5"',
    'data-bin="number-missing" data-count="3"',
    'data-invoiced="GBP"',
  ])
    expect(details).toContain(data)
  expect(details).toContain('All 8 events, before fees, discounts, tax and payments')
  const gross = firstCard({
    ...netted,
    currencies: netted.currencies.map((one) => ({ ...one, tax: ['gross' as const] })),
  })
  expect(gross.before).toContain('Charged less taken off, before fees and discounts<')
})

test('what came twice is one figure with one button, which shows what was credited twice as well', () => {
  const html = drawn(netted)
  const card = html.slice(html.indexOf('Possibly charged twice'))
  expect(card.match(/<button/g)).toHaveLength(1)
  expect(card).toContain(
    'Show: Possibly charged twice, 2 events with the same idempotency key; Possibly credited twice, 1 event',
  )
  expect(card).toMatch(/Possibly credited twice: .*<b>49\.60<\/b> GBP<\/span>, 1 event</)
  const capped = netted.credited.map((one) => ({ ...one, rows: [] }))
  expect(drawn({ ...netted, credited: capped })).not.toContain('Show: Possibly')
})
