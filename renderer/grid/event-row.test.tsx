import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Property } from '../../shared/event/event.ts'
import { someEvent } from '../../shared/event/fixtures/some-event.ts'
import { EventRow } from './event-row.tsx'

const amount: Property = { name: 'amount', kind: 'number', text: '-1234567.8900' }
const plan: Property = { name: 'plan', kind: 'string', text: 'pro' }

test('a number stands with thousands marks and every digit, and what has a column is not in "Properties" again', () => {
  const markup = renderToStaticMarkup(
    <EventRow
      event={someEvent({ properties: [amount, plan] })}
      row={0}
      drawing={{
        columns: [
          { id: 'property:amount', builtIn: null, name: 'amount', characters: 20, numeric: true, places: 5 },
          { id: 'properties', builtIn: 'properties', name: 'Properties', characters: 0 },
        ],
        zone: 'UTC',
        instants: { years: false, offsets: false, offset: null },
        propertiesRoom: 1_000,
        numbered: false,
        idPrefix: 'grid',
        names: undefined,
      }}
      selected={false}
      open={false}
      tabStop={null}
      mark={null}
      again={null}
    />,
  )
  const [money = '', properties = ''] = [...markup.matchAll(/<td[^>]*data-column[^>]*>(.*?)<\/td>/g)].map(
    ([, cell = '']) => cell.replaceAll(/<[^>]*>/g, ''),
  )
  expect(money).toBe('−1,234,567.8900')
  expect(properties).toContain('plan')
  expect(properties).not.toContain('amount')
})
