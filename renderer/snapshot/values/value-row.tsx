// The lines of "Values": every field, then every property, commonest first. Each has its counts by kind, distinct
// values, the most frequent, the smallest and largest; the conditions behind each count; and all of it as a table to
// copy.
import { Group, Popover, UnstyledButton } from '@mantine/core'
import { memo } from 'react'
import type { Property } from '../../../shared/event/event.ts'
import { EVENT_FIELDS, eventField } from '../../../shared/event/event-fields.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  type FigureColumn,
  type FigureTable,
  type FigureValue,
  numberValue,
  textValue,
} from '../../../shared/figures/figure-description.ts'
import { fieldIs, narrowed, oneOf } from '../../../shared/snapshot/scopes.ts'
import type { Condition, KeyValue, Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import {
  isCutValue,
  LONGEST_VALUE,
  type ValueSummary,
  type ValuesAnswer,
} from '../../../shared/snapshot/snapshot-rows.ts'
import common from '../../ui/common.module.css'
import { CustomerName } from '../../ui/customer-name.tsx'
import { FigureButton } from '../../ui/data-table.tsx'
import { PropertyName, PropertyValue, propertyNameWords } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import styles from './values.module.css'

export interface ValueRowProps {
  index: number
  of: SnapshotKey
  /** Null until it is loaded. */
  summary: ValueSummary | null
  scope: Scope
  /** Takes the row once it is drawn: one of many kinds is higher than others. */
  measure: (row: HTMLTableRowElement | null) => void
  onShowEvents: (scope: Scope) => void
}

const NAME_CHARACTERS = 120

export const ValueRow = memo(function ValueRow({ index, of, summary, scope, measure, onShowEvents }: ValueRowProps) {
  const name = nameOfKey(of)
  const short = propertyNameWords(name, NAME_CHARACTERS)
  const showValue = (value: KeyValue) => onShowEvents(scopeOfValue(scope, of, value))
  return (
    <tr
      ref={measure}
      data-index={index}
      data-field={name}
      data-of={of.of}
      aria-rowindex={index + 2}
      aria-busy={summary === null || undefined}
    >
      <th scope="row" title={shortened(name, 1_000)}>
        <span className={of.of === 'field' ? common.dim : undefined}>
          <PropertyName text={name} />
        </span>
      </th>
      <td>
        <Group align="stretch" gap="0 12px" py={3}>
          {summary !== null &&
            kindCounts(summary).map(({ kind, count }) => (
              <span key={kind} data-kind={kind} data-count={count} className={common.dim}>
                {COUNTED_KIND_WORDS[kind]}{' '}
                <FigureButton
                  label={`Show ${countWords(count, 'event')} where ${short} is ${COUNTED_KIND_WORDS[kind]}`}
                  onClick={() => onShowEvents(scopeOfKind(scope, of, kind))}
                >
                  {grouped(count)}
                </FigureButton>
              </span>
            ))}
        </Group>
      </td>
      <td data-number data-distinct={summary?.distinct}>
        {summary?.distinct.toLocaleString('en-US')}
      </td>
      <td>
        <div className={styles.line}>{summary && <Commonest name={short} summary={summary} onShow={showValue} />}</div>
      </td>
      <Extreme name={short} end="smallest" summary={summary} onShow={showValue} />
      <Extreme name={short} end="largest" summary={summary} onShow={showValue} />
    </tr>
  )
})

/** They are as many as fit side by side; a button shows the others. */
const SHOWN = 2

function Commonest({
  name,
  summary,
  onShow,
}: {
  name: string
  summary: ValueSummary
  onShow: (value: KeyValue) => void
}) {
  const { commonest, distinct } = summary
  // Where every value occurs once, none is the most frequent.
  if (distinct > 1 && commonest[0]?.count === 1) return <span className={common.dim}>each once</span>
  const more = commonest.length - SHOWN
  return (
    <>
      {commonest.slice(0, SHOWN).map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two that are cut may begin alike
        <Counted key={at} name={name} {...one} onShow={onShow} />
      ))}
      {more > 0 && (
        <Popover position="bottom-end" shadow="md" withinPortal>
          <Popover.Target>
            <UnstyledButton className={styles.more} aria-label={`+${more} frequent values of ${name}`}>
              +{more}
            </UnstyledButton>
          </Popover.Target>
          <Popover.Dropdown>
            <ol
              className={`${common.list} ${common.small} ${styles.popover}`}
              aria-label={`Most frequent values of ${name}`}
            >
              {commonest.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <li key={at}>
                  <Counted name={name} {...one} onShow={onShow} />
                </li>
              ))}
            </ol>
            {distinct > commonest.length && <p className={common.dim}>of {countWords(distinct, 'different value')}</p>}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

/** Its events cannot be asked for by what is left of it. */
const TOO_LONG = `Too long for a condition: over ${grouped(LONGEST_VALUE)} characters`

/** The field is called so there. */
const CUSTOMER = eventField('customerId').name

interface CountedProps {
  name: string
  value: KeyValue
  count: number
  onShow: (value: KeyValue) => void
}

function Counted({ name, value, count, onShow }: CountedProps) {
  const isCut = isCutValue(value.text)
  const text = shortened(value.text, 1_000)
  return (
    <span className={styles.counted}>
      <span className={common.cut} title={text}>
        <PropertyValue property={asProperty(name, value)} quoted />
        {name === CUSTOMER && <CustomerName id={value.text} />}
      </span>
      {isCut ? (
        <span className={common.dim} title={TOO_LONG}>
          ×{grouped(count)}
        </span>
      ) : (
        // It lies over the value as well, so that either is pressed.
        <UnstyledButton
          className={`${common.hint} ${styles.chosen}`}
          title={text}
          aria-label={`Show ${countWords(count, 'event')} where ${name} is ${shortened(value.text, 80)}`}
          onClick={() => onShow(value)}
        >
          ×{grouped(count)}
        </UnstyledButton>
      )}
    </span>
  )
}

interface ExtremeProps {
  name: string
  end: 'smallest' | 'largest'
  summary: ValueSummary | null
  onShow: (value: KeyValue) => void
}

/** The smallest or the largest value: of numbers where there are any, else of texts. */
function Extreme({ name, end, summary, onShow }: ExtremeProps) {
  const [number, string] = [summary?.numbers?.[end], summary?.texts?.[end]]
  const value: KeyValue | null =
    number !== undefined
      ? { kind: 'number', text: number }
      : string === undefined
        ? null
        : { kind: 'string', text: string }
  if (value === null) return <td className={common.dim}>{summary && '–'}</td>
  const isCut = isCutValue(value.text)
  const text = shortened(value.text, 1_000)
  const drawn = <PropertyValue property={asProperty(name, value)} quoted />
  return (
    <td data-value={text} title={isCut ? TOO_LONG : undefined}>
      {isCut ? (
        drawn
      ) : (
        <UnstyledButton
          className={`${common.cut} ${common.small} ${styles.extreme}`}
          title={text}
          aria-label={`Show the events with the ${end} ${name}: ${shortened(value.text, 80)}`}
          onClick={() => onShow(value)}
        >
          {drawn}
        </UnstyledButton>
      )}
    </td>
  )
}

/** What repeats a name is shown as the JSON that it is. */
function asProperty(name: string, { kind, text }: KeyValue): Property {
  return { name, kind: kind === 'repeated' || kind === 'time' ? 'json' : kind, text }
}

/** The kinds that are counted, in screen order. */
export const COUNTED_KINDS = ['string', 'number', 'boolean', 'null', 'json', 'repeated', 'missing'] as const
export type CountedKind = (typeof COUNTED_KINDS)[number]

/** Each is called so. `string` and `number` as the filters have them. */
const COUNTED_KIND_WORDS: Record<CountedKind, string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  json: 'JSON',
  repeated: 'repeated',
  missing: 'missing',
}

/** The kinds that occur, such as "number 4,208, string 3, missing 1". */
export function kindCounts({ kinds }: Pick<ValueSummary, 'kinds'>): { kind: CountedKind; count: number }[] {
  const counted = COUNTED_KINDS.map((kind) => ({ kind, count: kinds[kind] ?? 0 })).filter(({ count }) => count > 0)
  const known = counted.filter(({ kind }) => kind !== 'missing').toSorted((a, b) => b.count - a.count)
  return [...known, ...counted.filter(({ kind }) => kind === 'missing')]
}

const figure = (
  id: string,
  head: string,
  kind: 'text' | 'number',
  of: (summary: ValueSummary) => FigureValue,
): FigureColumn<ValueSummary> => ({ id, head, kind, cell: (summary) => ({ value: of(summary) }) })

/** A value as it was sent: what is cut is not a number any more. */
const sentValue = ({ kind, text }: KeyValue): FigureValue =>
  kind === 'number' && !isCutValue(text) ? numberValue(text) : textValue(text)

const sentNumber = (text: string) => sentValue({ kind: 'number', text })

const VALUE_COLUMNS = [
  figure('field', 'Field', 'text', ({ key }) => textValue(nameOfKey(key))),
  figure('of', 'Of', 'text', ({ key }) => textValue(key.of === 'property' ? 'property' : 'event')),
  ...COUNTED_KINDS.map((kind) =>
    figure(kind, COUNTED_KIND_WORDS[kind], 'number', ({ kinds }) => numberValue(kinds[kind] ?? 0)),
  ),
  figure('distinct', 'Distinct', 'number', ({ distinct }) => numberValue(distinct)),
  figure('commonest', 'Most frequent', 'text', ({ commonest: [first] }) => (first ? sentValue(first.value) : null)),
  figure('times', 'Times', 'number', ({ commonest: [first] }) => numberValue(first?.count)),
  figure('smallest', 'Smallest number', 'number', ({ numbers }) => numbers && sentNumber(numbers.smallest)),
  figure('largest', 'Largest number', 'number', ({ numbers }) => numbers && sentNumber(numbers.largest)),
  figure('first text', 'First text', 'text', ({ texts }) => textValue(texts?.smallest)),
  figure('last text', 'Last text', 'text', ({ texts }) => textValue(texts?.largest)),
]

/** A line for each field or property, as it is copied. */
export const valuesTable = (summaries: readonly ValueSummary[]): FigureTable<ValueSummary> => ({
  name: 'Values',
  columns: VALUE_COLUMNS,
  blocks: [{ id: 'all', rows: summaries.map((of, at) => ({ id: String(at), of, name: [] })) }],
  scaleOver: 'table',
})

/** The interface's own name, or the property's. */
export function nameOfKey(key: SnapshotKey): string {
  switch (key.of) {
    case 'field':
      return eventField(key.field).name
    case 'property':
      return key.name
    case 'time':
      return key.every
  }
}

/** Every field, then every property, whose name contains the typed text; case does not matter. */
export function listedKeys(names: ValuesAnswer['names'], typed: string): SnapshotKey[] {
  const wanted = typed.trim().toLowerCase()
  const fields = EVENT_FIELDS.map(({ key }): SnapshotKey => ({ of: 'field', field: key }))
  const properties = names.map(({ name }): SnapshotKey => ({ of: 'property', name }))
  const all = [...fields, ...properties]
  return wanted === '' ? all : all.filter((key) => nameOfKey(key).toLowerCase().includes(wanted))
}

/** Undefined: events of any code; null: events without one. */
export type ChosenCode = string | null | undefined

/** The scope narrowed to events of a code. */
export const scopeOfCode = (scope: Scope, code: ChosenCode): Scope =>
  code === undefined ? scope : narrowed(scope, fieldIs('eventCode', [code]))

/** @param kind one of `COUNTED_KINDS`; "missing": events that do not have the key */
export function scopeOfKind(scope: Scope, key: SnapshotKey, kind: string): Scope {
  return narrowed(scope, kind === 'missing' ? { is: 'missing', key } : ({ is: 'kind', key, kind } as Condition))
}

/** Exactly as sent: `1` and `1.0` are two. */
export const scopeOfValue = (scope: Scope, key: SnapshotKey, value: KeyValue): Scope =>
  narrowed(scope, oneOf(key, [value]))
