import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ValueSummary } from '../../../shared/snapshot/snapshot-rows.ts'
import { ValueRow } from './value-row.tsx'

function rowOf(text: string): string {
  const of = { of: 'property', name: 'note' } as const
  const summary: ValueSummary = {
    key: of,
    kinds: { string: 3 },
    distinct: 1,
    commonest: [{ value: { kind: 'string', text }, count: 3 }],
    numbers: null,
    texts: { smallest: text, largest: text },
  }
  return renderToStaticMarkup(
    <MantineProvider>
      <table>
        <tbody>
          <ValueRow
            index={0}
            of={of}
            summary={summary}
            scope={{ where: [], misses: false }}
            measure={() => {}}
            onShowEvents={() => {}}
          />
        </tbody>
      </table>
    </MantineProvider>,
  )
}

test('the events of a value are shown by it, unless it is only the beginning of one', () => {
  const whole = rowOf('x'.repeat(2_000))
  expect(whole).toContain('Show 3 events where note is xxx')
  expect(whole).toContain('Show the events with the largest note')
  const cut = rowOf(`${'x'.repeat(2_000)}…`)
  expect(cut).not.toMatch(/where note is xxx|with the (?:smallest|largest) note/)
  expect(cut.match(/Too long for a condition: over 2,000 characters/g)).toHaveLength(3)
  expect(cut).toContain('×3')
  // How many are strings can be asked for all the same.
  expect(cut).toContain('Show 3 events where note is string')
})
