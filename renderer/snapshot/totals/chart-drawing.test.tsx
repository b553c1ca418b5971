import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { answer, figure, line } from '../../../shared/snapshot/fixtures/some-totals.ts'
import { chartBars } from './chart-bars.ts'
import { ChartDrawing, sideWords } from './chart-drawing.tsx'

test('a bar says what is not in its figures', () => {
  const sent = [{ text: '150', isText: true, events: 3 }]
  const part = { why: 'text' as const, eventCode: 'sms', property: 'amount', events: 3, sent, otherSent: 0 }
  const lacking = {
    count: 5,
    numbers: 2,
    debit: figure('7'),
    notIn: { parts: [{ ...part, quantities: [] }], untold: 0 },
  }
  const lines = [
    line('2026-11-01', ['EUR'], lacking, 'time'),
    line('2026-11-02', ['EUR'], { debit: figure('8') }, 'time'),
  ]
  const measure = { figure: 'sum' as const, properties: ['amount'] as [string] }
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <ChartDrawing
        chart={chartBars(measure, answer(lines, []), { units: ['EUR'] }, ['2026-11-01', '2026-11-02'])}
        every="day"
        isWhole={false}
        named=" EUR"
        single={null}
        words={sideWords(measure)}
        onShow={() => {}}
      />
    </MantineProvider>,
  )
  expect(drawn).toContain('Debit 7 EUR, without 3 events of sms whose amount is text: “150” 3 times, 5 events"')
  expect(drawn).toContain('Debit 8 EUR, 1 event"')
})
