// Tables of single events: those that differ between two snapshots or are in one of them alone, and those that changed
// between two readings of one search.
import type { Event } from '../event/event.ts'
import { grouped } from '../exact/grouped-digits.ts'
import { parseEventText } from '../search/search-page.ts'
import type { ChangeKind, SnapshotDifference } from '../snapshot/snapshot-changes.ts'
import { CHANGE_WORDS } from './comparison.ts'
import type { FigureCell, FigureColumn, FigurePart, FigureTable } from './figure-description.ts'
import { type FigureValue, numberValue, textValue, valueColumn } from './figure-description.ts'

/** The event that a text holds; null: there is no text, or it cannot be read. */
function eventOfText(source: string | null): Event | null {
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
    valueColumn('created', 'Created', 'instant', (row) => textValue(eventOf(row)?.createdAt), { zone }),
    ...idColumns,
    valueColumn('code', 'Event code', 'exact', (row) => textValue(eventOf(row)?.eventCode)),
    valueColumn('type', 'Type', 'event-type', (row) => textValue(eventOf(row)?.eventType)),
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

/** An event without an ID, or with one that cannot be read, is called "this event" in labels. */
const nameOf = (event: Event | null) => event?.eventId ?? 'this event'

/** This is what can be done with the event of a row, the last of which copies it. */
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

/** The sides are called so. */
export type SideNames = Record<'here' | 'there', string>

/** They are in the order of the screen; `is` is what tests know an outcome by. */
export const outcomesOf = ({ here, there }: SideNames): { kind: ChangeKind; is: string; name: string }[] => [
  { kind: 'added', is: 'Only here', name: `Only in ${here}` },
  { kind: 'gone', is: 'Only there', name: `Only in ${there}` },
  { kind: 'altered', is: 'Differing', name: 'Differing' },
]

/** This is what one event comes to by the rules; words where it has no money. */
export interface LineWorth {
  exact: string | null
  currency: string | null
  words: string | null
}

/** One event as it is on both sides; null where it is not. */
export interface EventPair {
  kind: ChangeKind
  here: Event | null
  there: Event | null
  /** Their numbers in the two snapshots. */
  rowHere: number | null
  rowThere: number | null
}

/** The events of a difference, side by side. */
export const eventPair = ({ kind, before, after, row, rowBefore }: SnapshotDifference): EventPair => ({
  kind,
  here: eventOfText(after),
  there: eventOfText(before),
  rowHere: row,
  rowThere: rowBefore,
})

export interface PairLine extends EventPair {
  /** `label`: the field as people read it. */
  differences: { field: string; label: string; there: string | null; here: string | null }[]
}

export interface ValuedLine {
  line: PairLine
  here: LineWorth | null
  there: LineWorth | null
}

/** The texts of two events, or an event of one side by its number. */
export type EventAct = { sources: string[] } | { side: 'here' | 'there'; row: number }

interface PairsTable {
  /** The outcome that is drawn; null: a copy, with all of them. */
  kind: ChangeKind | null
  names: SideNames
  /** A copy calls the figures so: "Worth", or the name of the amount. */
  measure: string
  /** The same on the screen; null: it has none. */
  figure: string | null
  zone: string
}

const MOST_DIFFERENCES = 3
const VALUE_CHARACTERS = 40

type PairColumn = FigureColumn<ValuedLine, EventAct>

/** The events of an outcome; in a copy those of all, with which they are of. */
export function pairsTable(
  lines: readonly ValuedLine[],
  { kind, names, measure, figure, zone }: PairsTable,
): FigureTable<ValuedLine, EventAct> {
  const outcomes = outcomesOf(names)
  const nameOfKind = (wanted: ChangeKind | null) => outcomes.find((one) => one.kind === wanted)?.name ?? ''
  const isDiffering = kind === 'altered'
  const shownOf = ({ line }: ValuedLine) => line.here ?? line.there
  const copiedOnly = (isOnScreen: boolean) => (isOnScreen ? {} : { on: ['copy' as const] })
  // What is in one snapshot alone has only that side on the screen.
  const isOn = { here: kind !== 'gone', there: kind !== 'added' }
  const ofSide = (side: 'here' | 'there', head: string, copied = head) => ({
    head: isDiffering ? `${head}, ${names[side]}` : head,
    copiedHead: `${copied}, ${names[side]}`,
  })
  const sideId = (side: 'here' | 'there'): PairColumn =>
    valueColumn(`${side} ID`, '', 'exact', ({ line }) => textValue(line[side]?.eventId), {
      ...ofSide(side, 'Event ID'),
      ...copiedOnly(isOn[side]),
    })
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
      valueColumn('where', 'Where', 'text', ({ line }) => textValue(nameOfKind(line.kind)), { on: ['copy'] }),
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
      valueColumn('currency', 'Currency', 'text', (valued) => textValue(currencyWords(valued)), { on: ['copy'] }),
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

/** The currencies of both sides; null where neither has one. */
const currencyWords = ({ here, there }: ValuedLine): string | null =>
  [...new Set([there?.currency, here?.currency])].filter(Boolean).join(' · ') || null

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

type EventActs = NonNullable<FigureCell<EventAct>['acts']>[number][]

/** Compares both texts, and shows the event in "Events". @param other the other event @param side where it is shown */
function eventActs({ here, there, rowHere, rowThere }: EventPair, other: string, side: 'here' | 'there'): EventActs {
  const row = side === 'here' ? rowHere : rowThere
  const acts: EventActs = []
  if (here !== null && there !== null) {
    acts.push({
      does: 'compare',
      of: { sources: [there.source, here.source] },
      words: 'Compare',
      label: (name) => `Compare ${name} with ${other}`,
    })
  }
  if (row !== null) {
    acts.push({ does: 'events', of: { side, row }, words: 'Show', label: (name) => `Show ${name} in Events` })
  }
  return acts
}

function pairActs(line: PairLine, names: SideNames): EventActs {
  const { there, rowThere } = line
  const acts = eventActs(line, 'the other side', 'here')
  if (rowThere === null) return acts
  const words = `Show in ${names.there}`
  const label = (name: string) => `${words}: ${name}`
  return [...acts, { does: 'events', of: { side: 'there', row: rowThere }, words, label, named: nameOf(there) }]
}

/** Events that changed. @param amount the property that is the amount, and its name on the screen; null: none */
export function changedEventsTable(
  events: readonly EventPair[],
  amount: { name: string; head: string } | null,
  zone: string,
): FigureTable<EventPair, EventAct> {
  const shownOf = ({ here, there }: EventPair) => here ?? there
  return {
    name: 'Changed events',
    columns: [
      valueColumn('change', 'Change', 'text', ({ kind }) => textValue(CHANGE_WORDS[kind])),
      ...eventColumns<EventPair, EventAct>(shownOf, zone, [
        valueColumn('ID', 'Event ID', 'exact', (event) => textValue(shownOf(event)?.eventId)),
      ]),
      ...(amount === null
        ? []
        : [
            {
              id: 'amount',
              head: amount.head,
              kind: 'number' as const,
              on: ['screen' as const],
              cell: (event: EventPair) => ({ value: null, shown: amountParts(event, amount.name) }),
            },
            ...(['there', 'here'] as const).map((side) =>
              valueColumn<EventPair, EventAct>(
                `amount ${side}`,
                `${amount.name}, ${side === 'there' ? 'before' : 'now'}`,
                'number',
                (event) => amountValue(event[side], amount.name),
                { on: ['copy'] },
              ),
            ),
          ]),
      // The button leads to the later snapshot or, if the event is gone, to the earlier one.
      actsColumn(shownOf, (event) => eventActs(event, 'how it was', event.rowHere === null ? 'there' : 'here')),
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

function amountValue(event: Event | null, amount: string): FigureValue {
  const { kind, text } = event?.properties.find(({ name }) => name === amount) ?? {}
  return kind === 'number' ? numberValue(text) : textValue(text)
}

/** The amount as it was and as it is, if these differ. */
function amountParts({ there, here }: EventPair, amount: string): FigurePart[] {
  const [was, is] = [there, here].map((event) => event?.properties.find(({ name }) => name === amount))
  const isSame = was?.kind === is?.kind && was?.text === is?.text
  const drawn = (property: typeof was): FigurePart => (property === undefined ? { text: '–' } : { property })
  if (there === null || here === null || isSame) return [drawn(is ?? was)]
  return [drawn(was), { text: ' → ', tone: 'dim' }, drawn(is)]
}
