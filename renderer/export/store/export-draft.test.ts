import { describe, expect, test } from 'vitest'
import { exportOptionsSchema } from '../../../shared/export/file-export.ts'
import {
  type DraftContext,
  FIRST_DRAFT,
  readExportDraft,
  readOptions,
  readSeparator,
  withSeparator,
} from './export-draft.ts'

const context: DraftContext = {
  onScreen: [{ field: 'createdAt' }, { property: 'amount' }],
  properties: ['amount', 'currency', 'idempotency_key'],
  zone: 'Europe/Berlin',
  misses: false,
}

describe('what is chosen in the dialog', () => {
  test('is what the backend takes, at first an Excel file of every column', () => {
    const read = readOptions(FIRST_DRAFT, context)
    expect(read).toMatchObject({
      ok: true,
      options: { format: 'xlsx', columns: { are: 'all' }, zone: 'Europe/Berlin' },
    })
    expect(read.ok && exportOptionsSchema.parse(read.options)).toEqual(read.ok && read.options)
  })

  test('may have one property summed exactly, at first none', () => {
    const sums = (sum: string | null) => {
      const read = readOptions({ ...FIRST_DRAFT, sum }, context)
      return read.ok && read.options.sums
    }
    expect([sums(FIRST_DRAFT.sum), sums('amount')]).toEqual([[], ['amount']])
  })

  test('may be the columns of the screen, or others in the order in which they were chosen', () => {
    const columns = (draft: Partial<typeof FIRST_DRAFT>) => {
      const read = readOptions({ ...FIRST_DRAFT, ...draft }, context)
      return read.ok ? read.options.columns : read.problems
    }
    expect(columns({ columns: 'screen' })).toEqual({ are: 'chosen', columns: context.onScreen })
    expect(columns({ columns: 'chosen' })).toEqual({ are: 'chosen', columns: context.onScreen })
    const chosen = [{ property: 'b' }, { field: 'eventId' as const }]
    expect(columns({ columns: 'chosen', chosen })).toEqual({ are: 'chosen', columns: chosen })
    expect(columns({ columns: 'chosen', chosen: [] })).toEqual({ columns: 'Choose at least one column.' })
  })

  test('leaves out what is internal for the customer: at first what is named like a request', () => {
    const draft = { ...FIRST_DRAFT, columns: 'customer' as const }
    const leave = (read: ReturnType<typeof readOptions>) => read.ok && read.options.columns
    const forCustomer = (left: unknown[]) => ({ are: 'for-the-customer', leave: left })
    expect(leave(readOptions(draft, context))).toEqual(forCustomer([{ property: 'idempotency_key' }]))
    const internal = [{ field: 'customerId' as const }]
    expect(leave(readOptions({ ...draft, internal }, context))).toEqual(forCustomer(internal))
  })

  test('is refused in words where a separator or a zone is none, and only for the format that has a use for it', () => {
    const odd = { ...FIRST_DRAFT, separator: 'semi-colon', zone: 'Europe/Berlim' }
    const excel = readOptions(odd, context)
    expect(excel).toEqual({ ok: false, problems: { zone: 'The time zone “Europe/Berlim” is not known here.' } })
    const csv = readOptions({ ...odd, format: 'csv' }, context)
    expect(csv).toEqual({ ok: false, problems: { separator: 'Choose a comma, a semicolon or a tab.' } })
    expect(readOptions({ ...odd, format: 'ndjson' }, context)).toMatchObject({ ok: true })
    expect(readOptions({ ...odd, zone: ' ' }, context)).toMatchObject({
      ok: false,
      problems: { zone: /^Enter a time zone/ },
    })
  })
})

test('a separator is read by its sign and by its name', () => {
  expect([' comma', ';', 'TAB', '\t', '\\t', '|', ''].map(readSeparator)).toEqual([
    ',',
    ';',
    '\t',
    '\t',
    '\t',
    null,
    null,
  ])
})

test('with a semicolon the comma is proposed as the decimal sign, and a choice of one’s own stays', () => {
  const draft = { ...FIRST_DRAFT, format: 'csv' as const }
  const withSemicolon = withSeparator(draft, 'Semicolon')
  expect(withSemicolon.decimal).toBe(',')
  expect(withSeparator({ ...withSemicolon, decimal: '.' }, ';').decimal).toBe('.')
  expect(withSeparator(withSemicolon, 'Semico').decimal).toBe(',')
  expect(withSeparator(withSemicolon, 'Tab').decimal).toBe('.')
})

test('what was remembered comes back, and what does not fit any more is as at first', () => {
  const draft = { ...FIRST_DRAFT, format: 'csv' as const, separator: ';', sum: 'amount' }
  expect(readExportDraft(JSON.stringify(draft))).toEqual(draft)
  for (const text of [null, '', '{', '{}', JSON.stringify({ ...draft, format: 'pdf' })])
    expect(readExportDraft(text)).toEqual(FIRST_DRAFT)
})
