// Tables of single events: those that differ between two snapshots or are in one of them alone, and those that changed between two
// readings of one search.
import type { Event } from '../event/event.ts'
import { grouped } from '../exact/grouped-digits.ts'
import { parseEventText } from '../search/search-page.ts'
import type { ChangeKind } from '../snapshot/snapshot-changes.ts'
import { CHANGE_WORDS } from './comparison.ts'
import type { FigureCell, FigureColumn, FigurePart, FigureTable } from './figure-table.ts'
import { numberValue, textValue } from './figure-value.ts'

/** The event that a text holds; null: there is no text, or it cannot be read. */
export function eventOfText(source: string | null): Event | null {
  const parsed = source === null ? null : parseEventText(source)
  return parsed?.ok ? parsed.event : null
}

/** Created, code, type and customer, as every table of events has them. @param idColumns between the first two */
function eventColumns<Row, Of>(
  eventOf: (row: Row) => Event | null,
  zone: string,
  idColumns: readonly FigureColumn<Row, Of>[],
): FigureColumn<Row, Of>[] {
  return [
    {
      id: 'created',
      head: 'Created',
      kind: 'instant',
      zone,
      cell: (row) => ({ value: textValue(eventOf(row)?.createdAt ?? null) }),
    },
    ...idColumns,
    {
      id: 'code',
      head: 'Event code',
      kind: 'exact',
      cell: (row) => ({ value: textValue(eventOf(row)?.eventCode ?? null) }),
    },
    {
      id: 'type',
      head: 'Type',
      kind: 'event-type',
      cell: (row) => ({ value: textValue(eventOf(row)?.eventType ?? null) }),
    },
    {
      id: 'customer',
      head: 'Customer ID',
      kind: 'exact',
      cell: (row) => {
        const id = eventOf(row)?.customerId ?? null
        return { value: textValue(id), behind: id === null ? [] : [{ customer: id }] }
      },
    },
  ]
}

const idColumn = <Row, Of>(
  id: string,
  head: string,
  eventOf: (row: Row) => Event | null,
  more: Partial<FigureColumn<Row, Of>> = {},
): FigureColumn<Row, Of> => ({
  id,
  head,
  kind: 'exact',
  cell: (row) => ({ value: textValue(eventOf(row)?.eventId ?? null) }),
  ...more,
})

/** In labels, of an event without an ID or one that cannot be read. */
const nameOf = (event: Event | null) => event?.eventId ?? 'this event'

/** What can be done with the event of a row, the last of which copies it. */
const actsColumn = <Row, Of>(
  eventOf: (row: Row) => Event | null,
  actsOf: (row: Row) => NonNullable<FigureCell<Of>['acts']>,
): FigureColumn<Row, Of> => ({
  id: 'acts',
  head: 'Actions',
  kind: 'acts',
  on: ['screen'],
  cell: (row) => ({
    value: null,
    acts: actsOf(row),
    copies: { text: eventOf(row)?.source ?? '', label: (name) => `Copy JSON of ${name}` },
  }),
})

/** What the sides are called. */
export type SideNames = Record<'here' | 'there', string>

/** In the order of the screen; `is` is what tests know an outcome by. */
export const outcomesOf = ({ here, there }: SideNames): { kind: ChangeKind; is: string; name: string }[] => [
  { kind: 'added', is: 'Only here', name: `Only in ${here}` },
  { kind: 'gone', is: 'Only there', name: `Only in ${there}` },
  { kind: 'altered', is: 'Differing', name: 'Differing' },
]

/** What one event comes to by the rules; words where it has no money. */
export interface LineWorth {
  exact: string | null
  currency: string | null
  words: string | null
}

export interface PairLine {
  kind: ChangeKind
  here: Event | null
  there: Event | null
  /** Their numbers in the two snapshots. */
  rowHere: number | null
  rowThere: number | null
  /** `label`: the field as people read it. */
  differences: { field: string; label: string; there: string | null; here: string | null }[]
}

export interface ValuedLine {
  line: PairLine
  here: LineWorth | null
  there: LineWorth | null
}

/** The texts of two events, or an event of one side by its number. */
export type PairAct = { sources: string[] } | { side: 'here' | 'there'; row: number }

interface PairsTable {
  /** The outcome that is drawn; null: a copy, with all of them. */
  kind: ChangeKind | null
  names: SideNames
  /** What the figures are, in a copy: "Worth", or the name of the amount. */
  measure: string
  /** The same on the screen; null: it has none. */
  figure: string | null
  zone: string
}

const MOST_DIFFERENCES = 3
const VALUE_CHARACTERS = 40

type PairColumn = FigureColumn<ValuedLine, PairAct>

/** The events of an outcome; in a copy those of all, with which they are of. */
export function pairsTable(
  lines: readonly ValuedLine[],
  { kind, names, measure, figure, zone }: PairsTable,
): FigureTable<ValuedLine, PairAct> {
  const outcomes = outcomesOf(names)
  const nameOfKind = (wanted: ChangeKind | null) => outcomes.find((one) => one.kind === wanted)?.name ?? ''
  const isDiffering = kind === 'altered'
  const shownOf = ({ line }: ValuedLine) => line.here ?? line.there
  const copiedOnly = (isOnScreen: boolean) => (isOnScreen ? {} : { on: ['copy' as const] })
  const isOn = { here: kind !== 'gone', there: kind !== 'added' }
  const ofSide = (side: 'here' | 'there', head: string, copied = head) => ({
    head: isDiffering ? `${head}, ${names[side]}` : head,
    copiedHead: `${copied}, ${names[side]}`,
  })
  const sideId = (side: 'here' | 'there'): PairColumn =>
    idColumn(`${side} ID`, '', ({ line }) => line[side], { ...ofSide(side, 'Event ID'), ...copiedOnly(isOn[side]) })
  const worth = (side: 'here' | 'there'): PairColumn => ({
    id: `${side} worth`,
    ...ofSide(side, figure ?? '', measure),
    kind: 'number',
    ...copiedOnly(isOn[side] && figure !== null),
    cell: (valued) => worthCell(valued[side]),
  })
  return {
    name: nameOfKind(kind),
    columns: [
      {
        id: 'where',
        head: 'Where',
        kind: 'text',
        on: ['copy'],
        cell: ({ line }) => ({ value: textValue(nameOfKind(line.kind)) }),
      },
      ...eventColumns(shownOf, zone, [sideId('here'), sideId('there')]),
      {
        id: 'differences',
        head: `Differs in: ${names.there} → ${names.here}`,
        copiedHead: `Differs in (${names.there} → ${names.here})`,
        kind: 'text',
        ...copiedOnly(isDiffering),
        cell: ({ line: { differences } }) => ({
          value: textValue(differences.length === 0 ? null : differences.map(differenceWords).join('; ')),
          shown: differenceParts(differences),
        }),
      },
      worth('there'),
      worth('here'),
      {
        id: 'currency',
        head: 'Currency',
        kind: 'text',
        on: ['copy'],
        cell: ({ here, there }) => ({
          value: textValue([...new Set([there?.currency, here?.currency])].filter(Boolean).join(' · ') || null),
        }),
      },
      actsColumn(shownOf, ({ line }) => pairActs(line, names)),
    ],
    blocks: [
      {
        id: 'all',
        rows: lines.map((valued) => ({
          id: `${valued.line.rowThere} ${valued.line.rowHere}`,
          of: valued,
          name: [nameOf(shownOf(valued))],
          data: {
            'data-event-id': shownOf(valued)?.eventId ?? '',
            'data-event-id-there': valued.line.there?.eventId ?? undefined,
          },
        })),
      },
    ],
    scaleOver: 'table',
  }
}

function worthCell<Of>(worth: LineWorth | null): FigureCell<Of> {
  const data = { 'data-value': worth?.exact ?? '' }
  if (worth === null) return { value: null, data }
  const { exact, currency, words } = worth
  return exact === null
    ? { value: textValue(words), shown: [{ text: words ?? '', tone: 'dim', cut: VALUE_CHARACTERS }], data }
    : {
        value: numberValue(exact),
        currency,
        behind: currency === null ? [] : [{ text: ' ' }, { text: currency, cut: 12 }],
        data,
      }
}

/** `amount: 1 → 2`, there → here. */
const differenceWords = ({ label, there, here }: PairLine['differences'][number]) =>
  `${label}: ${there ?? 'missing'} → ${here ?? 'missing'}`

function differenceParts(differences: PairLine['differences']): FigurePart[] {
  const more = differences.length - MOST_DIFFERENCES
  const valuePart = (text: string | null): FigurePart => ({
    text: text ?? 'missing',
    cut: VALUE_CHARACTERS,
    isExact: true,
  })
  const parts = differences.slice(0, MOST_DIFFERENCES).map(
    ({ field, label, there, here }): FigurePart => ({
      data: { 'data-field': field },
      parts: [
        { text: label, tone: 'dim', cut: 30 },
        { text: ' ' },
        valuePart(there),
        { text: ' → ', tone: 'dim' },
        valuePart(here),
      ],
    }),
  )
  const rest: FigurePart[] = more > 0 ? [{ text: `and ${grouped(more)} more`, tone: 'dim' }] : []
  return [{ tone: 'list', parts: [...parts, ...rest] }]
}

function pairActs({ here, there, rowHere, rowThere }: PairLine, names: SideNames) {
  const acts: NonNullable<FigureCell<PairAct>['acts']>[number][] = []
  if (here !== null && there !== null) {
    acts.push({
      does: 'compare',
      of: { sources: [there.source, here.source] },
      words: 'Compare',
      label: (name) => `Compare ${name} with the other side`,
    })
  }
  if (rowHere !== null) {
    acts.push({
      does: 'events',
      of: { side: 'here', row: rowHere },
      words: 'Show',
      label: (name) => `Show ${name} in Events`,
    })
  }
  if (rowThere !== null) {
    const words = `Show in ${names.there}`
    acts.push({
      does: 'events',
      of: { side: 'there', row: rowThere },
      words,
      label: (name) => `${words}: ${name}`,
      named: nameOf(there),
    })
  }
  return acts
}

/** An event that changed, as it was and as it is. */
export interface ChangedEvent {
  kind: ChangeKind
  before: Event | null
  after: Event | null
  /** Where it is: in the later snapshot or, if it is gone, in the earlier one. */
  held: { in: 'now' | 'before'; row: number } | null
}

export type ChangedAct = { sources: string[] } | NonNullable<ChangedEvent['held']>

/** @param amount the property that is the amount, and what it is called on the screen; null: there is none */
export function changedEventsTable(
  events: readonly ChangedEvent[],
  amount: { name: string; head: string } | null,
  zone: string,
): FigureTable<ChangedEvent, ChangedAct> {
  const shownOf = ({ before, after }: ChangedEvent) => after ?? before
  return {
    name: 'Changed events',
    columns: [
      { id: 'change', head: 'Change', kind: 'text', cell: ({ kind }) => ({ value: textValue(CHANGE_WORDS[kind]) }) },
      ...eventColumns(shownOf, zone, [idColumn<ChangedEvent, ChangedAct>('ID', 'Event ID', shownOf)]),
      ...(amount === null
        ? []
        : [
            {
              id: 'amount',
              head: amount.head,
              kind: 'number' as const,
              on: ['screen' as const],
              cell: (event: ChangedEvent) => ({ value: null, shown: amountParts(event, amount.name) }),
            },
            ...(['before', 'after'] as const).map((side) => ({
              id: `amount ${side}`,
              head: `${amount.name}, ${side === 'before' ? 'before' : 'now'}`,
              kind: 'number' as const,
              on: ['copy' as const],
              cell: (event: ChangedEvent): FigureCell<ChangedAct> => {
                const { kind, text } = event[side]?.properties.find(({ name }) => name === amount.name) ?? {}
                return { value: kind === 'number' ? numberValue(text) : textValue(text) }
              },
            })),
          ]),
      actsColumn(shownOf, changedActs),
    ],
    blocks: [
      {
        id: 'all',
        rows: events.map((event, at) => ({
          id: String(at),
          of: event,
          name: [nameOf(shownOf(event))],
          data: { 'data-change': event.kind, 'data-event-id': shownOf(event)?.eventId ?? '' },
        })),
      },
    ],
    scaleOver: 'table',
  }
}

function changedActs({ before, after, held }: ChangedEvent) {
  const acts: NonNullable<FigureCell<ChangedAct>['acts']>[number][] = []
  if (before !== null && after !== null) {
    acts.push({
      does: 'compare',
      of: { sources: [before.source, after.source] },
      words: 'Compare',
      label: (name) => `Compare ${name} with how it was`,
    })
  }
  if (held !== null) acts.push({ does: 'events', of: held, words: 'Show', label: (name) => `Show ${name} in Events` })
  return acts
}

/** The amount as it was and as it is, if these differ. */
function amountParts({ before, after }: ChangedEvent, amount: string): FigurePart[] {
  const [was, is] = [before, after].map((event) => event?.properties.find(({ name }) => name === amount))
  const isSame = was?.kind === is?.kind && was?.text === is?.text
  const drawn = (property: typeof was): FigurePart => (property === undefined ? { text: '–' } : { property })
  if (before === null || after === null || isSame) return [drawn(is ?? was)]
  return [drawn(was), { text: ' → ', tone: 'dim' }, drawn(is)]
}
