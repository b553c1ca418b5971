import { expect, test } from 'vitest'
import { NO_TEXTS } from '../../../shared/event/event-fields.ts'
import { drawnWithNames } from '../../case/fixtures/drawn-with-names.tsx'
import { EventCells } from './event-table.tsx'

test('a customer has a name behind the ID in the cells of an event, wherever these are drawn', () => {
  const event = { ...NO_TEXTS, customerId: 'cus_nordlicht', properties: [], extra: [], problems: [], source: '' }
  expect(drawnWithNames(<EventCells event={event} zone="UTC" />)).toBe('– – – missing cus_nordlicht Nordlicht Logistik')
  expect(drawnWithNames(<EventCells event={{ ...event, customerId: 'cus_1' }} zone="UTC" />)).toBe(
    '– – – missing cus_1',
  )
})
