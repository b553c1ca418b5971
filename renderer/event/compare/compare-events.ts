// Events beside each other: a row for each field and property, equal only where every event says it in the same
// letters.
import type { Event, Property } from '../../../shared/event/event.ts'
import { EVENT_FIELDS } from '../../../shared/event/event-fields.ts'
import type { Cell } from '../../../shared/event/event-table.ts'
import { decimalText } from '../../../shared/exact/decimal.ts'
import { trueMinus } from '../../../shared/exact/grouped-digits.ts'
import { plainMoney } from '../../../shared/worth/money-text.ts'
import type { EventWorth } from '../../../shared/worth/value-event.ts'
import { NOT_IN_TOTAL, NOT_VALUED, WORTH_BY_RULES, whyNotValued } from '../../../shared/worth/worth.ts'
import type { EventsWorth } from '../../worth/events-worth.ts'
import { currencyWords } from '../../worth/money-words.ts'

export interface ComparedRow {
  /** Unique in the comparison, also where an event repeats a name. */
  id: string
  /** People read it so: "Customer ID", or the property's own name. */
  label: string
  /** Fields of the interface are always strings; only properties need text and number kept apart. */
  isField: boolean
  /** One for each event, in their order; null where it has none. */
  cells: readonly Cell[]
  /** The same kind and the same text in every event: `42`, `42.0` and `"42"` differ. */
  equal: boolean
}

/** More cannot be read side by side. */
export const MOST_COMPARED = 12

/** The fields first, then every property and extra field of any of the events, first seen first. */
export function compareEvents(events: readonly Event[]): ComparedRow[] {
  const fields = EVENT_FIELDS.map(({ name, label, key }) =>
    compared(
      { id: name, label, isField: true },
      events.map((event) => (event[key] === null ? null : { kind: 'string' as const, text: event[key] })),
    ),
  )
  return [
    ...fields,
    ...named(
      'property',
      events.map(({ properties }) => properties),
    ),
    ...named(
      'extra',
      events.map(({ extra }) => extra),
    ),
  ]
}

/** A name that an event repeats gets a row for each time, in turn. */
function named(what: string, lists: readonly (readonly Property[])[]): ComparedRow[] {
  const rows = new Map<string, { name: string; cells: Cell[] }>()
  for (const [at, list] of lists.entries()) {
    const counts = new Map<string, number>()
    for (const property of list) {
      const count = (counts.get(property.name) ?? 0) + 1
      counts.set(property.name, count)
      const id = `${what} ${count} ${property.name}`
      const row = rows.get(id) ?? { name: property.name, cells: new Array<Cell>(lists.length).fill(null) }
      row.cells[at] = property
      rows.set(id, row)
    }
  }
  return [...rows].map(([id, { name, cells }]) => compared({ id, label: name, isField: false }, cells))
}

function compared(what: Pick<ComparedRow, 'id' | 'label' | 'isField'>, cells: readonly Cell[]): ComparedRow {
  const [first = null] = cells
  return { ...what, cells, equal: cells.every((cell) => cell?.kind === first?.kind && cell?.text === first?.text) }
}

/**
 * Tells what differs, as text to send to somebody: a line for each event, named by letters, then a line for each
 * difference. Strings are between quotes, so that `"42"` is distinguished from `42`.
 * @param worth what they are worth, where it is known
 */
export function differencesText(
  events: readonly Event[],
  rows: readonly ComparedRow[],
  worth: ComparedWorth | null = null,
): string {
  const letter = (at: number) => String.fromCharCode(65 + at)
  const names = events.map((event, at) => `${letter(at)}: ${event.eventId ?? '(no event ID)'}`)
  const differing = rows.filter(({ equal, id }) => !equal && id !== 'event_id')
  const lines = differing.map(
    ({ label, cells }) => `${label}: ${cells.map((cell, at) => `${letter(at)} ${cellText(cell)}`).join(', ')}`,
  )
  const worths =
    worth === null ? [] : [`${worth.label}: ${worth.texts.map((text, at) => `${letter(at)} ${text}`).join(', ')}`]
  const equal = rows.filter((row) => row.equal).length
  const equalWords = equal === 1 ? '1 field is equal.' : `${equal} fields are equal.`
  return [...names, ...(lines.length === 0 ? ['Nothing else differs.'] : lines), ...worths, equalWords].join('\n')
}

function cellText(cell: Cell): string {
  if (cell === null) return '(missing)'
  return cell.kind === 'string' ? JSON.stringify(cell.text) : cell.text
}

/** This is what compared events are worth by the rules, a text for each, as files have it. */
export interface ComparedWorth {
  /** "Worth by your price rules 0123456789ab". */
  label: string
  /** "-1764.69 EUR", "billed by the month, not per event", "no price rule". */
  texts: string[]
}

/** Says in words what each compared event is worth by the rules. */
export const comparedWorth = ({ version, each }: EventsWorth): ComparedWorth => ({
  label: `${WORTH_BY_RULES} ${version}`,
  texts: each.map(worthText),
})

function worthText({ moneyKind, worth, currency, quantity, unit, why }: EventWorth): string {
  switch (moneyKind) {
    case 'charged':
    case 'reduces': {
      if (worth !== null) return `${trueMinus(plainMoney(worth, currency))} ${currencyWords(currency)}`
      const reason = NOT_VALUED.find((one) => one === why)
      if (reason !== undefined) return whyNotValued(reason)
      return quantity === null
        ? NOT_IN_TOTAL.words
        : `${NOT_IN_TOTAL.words}, a quantity of ${decimalText(quantity)} ${unit ?? ''}`.trimEnd()
    }
    case 'balance':
      return worth === null
        ? 'a prepaid grant'
        : `a prepaid grant of ${decimalText(worth)} ${unit ?? currency ?? ''}`.trimEnd()
    case 'not-money':
      return NOT_IN_TOTAL.words
    case 'number-missing':
      return 'no number'
    case 'no-rule':
      return 'no price rule'
  }
}
