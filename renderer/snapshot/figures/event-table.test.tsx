import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NO_TEXTS } from '../../../shared/event/event-fields.ts'
import { NamesContext } from '../../case/shown-names.tsx'
import { EventCells } from './event-table.tsx'

const names = new Map([['cus_nordlicht', 'Nordlicht Logistik']])

const drawn = (children: ReactNode) =>
  renderToStaticMarkup(
    <NamesContext value={names}>
      <table>
        <tbody>
          <tr>{children}</tr>
        </tbody>
      </table>
    </NamesContext>,
  )
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a customer has a name behind the ID in the cells of an event, wherever these are drawn', () => {
  const event = { ...NO_TEXTS, customerId: 'cus_nordlicht', properties: [], extra: [], problems: [], source: '' }
  expect(drawn(<EventCells event={event} zone="UTC" />)).toBe('– – – missing cus_nordlicht Nordlicht Logistik')
  expect(drawn(<EventCells event={{ ...event, customerId: 'cus_1' }} zone="UTC" />)).toBe('– – – missing cus_1')
})
