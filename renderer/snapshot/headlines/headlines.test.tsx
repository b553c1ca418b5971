import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { figure, line } from '../totals/fixtures/some-totals.ts'
import type { Valued } from './headline-words.ts'
import { Headlines } from './headlines.tsx'

const unruled: Valued = {
  kind: 'valued',
  version: '0123456789ab',
  events: 8,
  currencies: [],
  otherCurrencies: 0,
  invoiced: [],
  bins: [{ bin: 'no-rule', events: 8, rows: [], sums: [] }],
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

test('without rules what has no unit is said code by code, six of them and how many more there are', () => {
  const codes = ['calls', 'tokens', 'egress_gb', 'sms', 'seats', 'storage', 'minutes', 'events']
  const apart = codes.map((code, at) => ({ ...line('', [], { debit: figure(`${at + 1}000000`) }), keys: [], code }))
  const nothing = () => {}
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Headlines
        answer={{ ...unruled, apart }}
        isBusy={false}
        problems={[]}
        ofWhat="All 8 events"
        onRules={nothing}
        onShowEvents={nothing}
      />
    </MantineProvider>,
  )
  expect(html.match(/data-apart="debit"/g)).toHaveLength(6)
  expect(html).toContain('<b>1,000,000</b> calls (unit not set)')
  expect(html).toContain('and 2 more, in Totals')
  expect(html).toContain('No total: 8 debits have no price rule.')
  expect(html).toContain('All 8 events. ')
  expect(html).not.toContain(' · ')
})
