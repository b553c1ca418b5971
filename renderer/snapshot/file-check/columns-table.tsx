// file-check/ is where a file of the user's is held against an opened snapshot: how it is read, and what came of it.
// The columns of a file: what each means, as proposed by their names until somebody says otherwise, what lines are
// found by, and the group "Columns", which says so over its first lines.
import { Box, Group, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Cell, FileChoices, KeyPart, Meaning, MeantColumn, TimeStep } from '../../../shared/check/checked-file.ts'
import { EVENT_FIELDS, eventField } from '../../../shared/event/event-fields.ts'
import { countWords, listWords } from '../../../shared/exact/grouped-digits.ts'
import { headWords } from '../../../shared/snapshot/checked-words.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { LookedFile } from '../store/file-check-state.ts'
import styles from './file-check.module.css'

type SeenColumn = LookedFile['columns'][number]

export interface LookedColumns {
  look: LookedFile
  isBusy: boolean
  /** They are those of the last file with these heads. */
  areKept: boolean
}

interface ColumnsTableProps extends LookedColumns {
  /** This is what each column means, as the value of its select; absent: it is left out. */
  meant: ReadonlyMap<number, string>
  choicesOf: (column: SeenColumn) => MeaningChoice[]
  onMeaning: (column: number, value: string) => void
  /** A further line of the head, a cell a column; `name` stands before it. */
  further?: { name: string; cell: (column: SeenColumn) => ReactNode } | null
  /** It says in a sentence what it comes to. */
  words: string
  /** Nothing that was kept counts any more. */
  onByHeads: () => void
}

/** More columns are drawn when asked for. */
const FIRST_COLUMNS = 30
const FIRST_LINES = 8
const CELL_CHARACTERS = 80

export function ColumnsTable(props: ColumnsTableProps) {
  const { look, meant, choicesOf, onMeaning, further = null, isBusy, words, areKept, onByHeads } = props
  const [isWhole, setWhole] = useState(false)
  const { columns, lines } = look
  const drawn = isWhole ? columns : columns.slice(0, FIRST_COLUMNS)
  const first = lines.slice(0, FIRST_LINES)
  const numbers = new Set(
    drawn.flatMap(({ column }) => (areNumbers(first.map(({ cells }) => textOf(cells[column]))) ? [column] : [])),
  )
  return (
    <fieldset aria-label="Columns" className={common.frame}>
      <Box mah="min(360px, 52vh)" className={common.scroll} data-busy={isBusy || undefined}>
        <DataTable className={styles.columns ?? ''} aria-label="First lines" aria-busy={isBusy}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              {drawn.map((one) => (
                <th
                  key={one.column}
                  scope="col"
                  data-number={numbers.has(one.column) || undefined}
                  title={one.head.length > 24 ? shortened(one.head, 2_000) : undefined}
                >
                  {headWords(one)}
                </th>
              ))}
            </tr>
            <tr>
              <td>is</td>
              {drawn.map((one) => (
                <td key={one.column}>
                  <NativeSelect
                    size="xs"
                    aria-label={`Meaning of ${headWords(one)}`}
                    data-column={one.head}
                    value={meant.get(one.column) ?? LEFT_OUT}
                    data={choicesOf(one)}
                    onChange={({ currentTarget }) => onMeaning(one.column, currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
            {further !== null && (
              <tr>
                <td>{further.name}</td>
                {drawn.map((one) => (
                  <td key={one.column}>{further.cell(one)}</td>
                ))}
              </tr>
            )}
          </thead>
          <tbody>
            {first.map(({ line, cells }) => (
              <tr key={line}>
                <th scope="row">{line}</th>
                {drawn.map(({ column }) => (
                  <FirstCell
                    key={column}
                    text={textOf(cells[column])}
                    isNumber={numbers.has(column)}
                    isLeftOut={!meant.has(column)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Box>
      <Group className={`${common.hint} ${styles.below}`} gap="4px 12px">
        <p>
          {words}
          {areKept && (
            <>
              {' As chosen for the last file with these columns. '}
              <LinkButton tone="accent" onClick={onByHeads}>
                Choose by the header row alone
              </LinkButton>
            </>
          )}
        </p>
        {drawn.length < columns.length && (
          <p>
            <LinkButton tone="accent" onClick={() => setWhole(true)}>
              Show all {countWords(columns.length, 'column')}
            </LinkButton>
          </p>
        )}
      </Group>
    </fieldset>
  )
}

function FirstCell({ text, isNumber, isLeftOut }: { text: string; isNumber: boolean; isLeftOut: boolean }) {
  return (
    <td
      data-number={isNumber || undefined}
      data-left-out={isLeftOut || undefined}
      title={text.length > 24 ? shortened(text, 2_000) : undefined}
    >
      {shortened(text, CELL_CHARACTERS)}
    </td>
  )
}

const textOf = (cell: Cell | undefined) => (cell == null ? '' : typeof cell === 'string' ? cell : cell.number)

/** One column has it among its choices. */
export const LEFT_OUT = ''

/** A meaning as the value of a select: property names follow a sign, as they may be called anything. */
export function valueOfMeaning(means: Meaning | null): string {
  if (means === null) return LEFT_OUT
  switch (means.is) {
    case 'field':
      return `field:${means.field}`
    case 'property':
      return `property:${means.name}`
    case 'amount':
    case 'debit':
    case 'credit':
    case 'side':
    case 'taxes':
    case 'currency':
      return means.is
  }
}

const MONEY = ['amount', 'debit', 'credit', 'side', 'taxes', 'currency'] as const

/** Null for `LEFT_OUT`, and for a value that `valueOfMeaning` does not give. */
export function meaningOfValue(value: string): Meaning | null {
  const money = MONEY.find((is) => value === is)
  if (money !== undefined) return { is: money }
  if (value.startsWith('property:')) return { is: 'property', name: value.slice('property:'.length) }
  const field = EVENT_FIELDS.find(({ key }) => value === `field:${key}`)
  return field === undefined ? null : { is: 'field', field: field.key }
}

/** Columns of money are called so, of a ledger and of an invoice. */
export const MONEY_WORDS = {
  amount: 'Amount',
  debit: 'Debit (charged)',
  credit: 'Credit (taken off)',
  side: 'Side of the amount (debit or credit)',
  taxes: 'Taxes within the amount',
  currency: 'Currency',
} as const

/** Taxes are found beside an amount, not chosen. */
const OFFERED_MONEY = ['amount', 'debit', 'credit', 'side', 'currency'] as const

/** It is asked of the whole file, beside its columns. */
export const FOUND_BY = 'Lines are found by'
export const NO_COLUMN_SAYS = 'Where no column says it'

function meaningWords(means: Meaning): string {
  switch (means.is) {
    case 'field':
      return eventField(means.field).label
    case 'property':
      return shortened(means.name, 60)
    default:
      return MONEY_WORDS[means.is]
  }
}

/** Takes what somebody said, else what is proposed. */
export const meantColumns = ({ columns }: LookedFile, chosen: FileChoices): MeantColumn[] =>
  chosen.columns ?? columns.flatMap(({ column, proposed }) => (proposed === null ? [] : [{ column, means: proposed }]))

/** Every column as it is meant now, with one that means something else; null: it is left out. */
export function withMeaning(look: LookedFile, chosen: FileChoices, column: number, means: Meaning | null) {
  const others = meantColumns(look, chosen).filter((one) => one.column !== column)
  const columns = [...others, ...(means === null ? [] : [{ column, means }])].sort((a, b) => a.column - b.column)
  // A key is made of columns that are there.
  const isThere = (part: KeyPart) => columns.some((one) => isSame(one.means, part.means))
  return { columns, key: chosen.key?.filter(isThere) ?? null }
}

/** Whether two columns mean the same part of an event. */
export const isSame = (a: Meaning, b: Meaning) => valueOfMeaning(a) === valueOfMeaning(b)

/** What events have in common where they have another ID: the fields that say whose usage it was, of what, and when. */
const USUAL_KEY = ['customerId', 'eventCode', 'eventType', 'createdAt'] as const

/**
 * Tells what lines are found by at first in place of their event ID: as many of the usual fields as the file has.
 * @param lines the first ones; where their times are days alone, so is the key's
 */
export function usualKey(columns: readonly MeantColumn[], lines: LookedFile['lines']): KeyPart[] {
  return USUAL_KEY.flatMap((field): KeyPart[] => {
    const means: Meaning = { is: 'field', field }
    const meant = columns.find((one) => isSame(one.means, means))
    if (meant === undefined) return []
    const times = lines.map(({ cells }) => cells[meant.column]).filter((cell) => cell !== null && cell !== '')
    const areDays = times.length > 0 && times.every((cell) => DAY.test(String(cell)))
    return [keyPart(means, areDays ? 'day' : undefined)]
  })
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** Times agree to the second, unless somebody says otherwise: files seldom have more. */
export const keyPart = (means: Meaning, to: TimeStep = 'second'): KeyPart => (isTime(means) ? { means, to } : { means })

/** The field "Created" alone is one: a property counts as none, whatever it holds. */
export const isTime = (means: Meaning) => means.is === 'field' && means.field === 'createdAt'

/** An event ID is what a key stands in place of. */
export const canBeKey = (means: Meaning) => !(means.is === 'field' && means.field === 'eventId')

export const TIME_STEP_WORDS: Record<TimeStep, string> = {
  instant: 'exactly',
  second: 'to the second',
  minute: 'to the minute',
  day: 'to the day',
}

/** "event ID"; "customer ID, event code and created to the second". */
export function foundByWords(key: readonly KeyPart[] | null): string {
  if (key === null) return 'event ID'
  const words = key.map(({ means, to }) => {
    const name = means.is === 'property' ? meaningWords(means) : lowered(meaningWords(means))
    return to === undefined ? name : `${name} ${TIME_STEP_WORDS[to]}`
  })
  return listWords(words)
}

const lowered = (label: string) => label.replace(/^[A-Z]/, (letter) => letter.toLowerCase())

/** A select offers a choice, or a group of them. */
type MeaningChoice = { value: string; label: string } | { group: string; items: { value: string; label: string }[] }

/** The choices for a column: what events have, its own name among the properties, and names that are known. */
export function meaningChoices(head: string, names: readonly string[]): MeaningChoice[] {
  const trimmedHead = head.trim()
  const properties = [...new Set([...(trimmedHead === '' ? [] : [trimmedHead]), ...names])]
  return [
    { value: LEFT_OUT, label: 'Left out' },
    {
      group: 'Fields',
      items: EVENT_FIELDS.map(({ key, label }) => ({ value: `field:${key}`, label })),
    },
    {
      group: 'Money',
      items: OFFERED_MONEY.map((value) => ({ value, label: MONEY_WORDS[value] })),
    },
    {
      group: 'Properties',
      items: properties.map((name) => ({ value: `property:${name}`, label: shortened(name, 60) })),
    },
  ].filter((one) => !('items' in one) || one.items.length > 0)
}

/** Whether a column is drawn as figures: digits with signs and separators in every cell that is not empty. */
export function areNumbers(texts: readonly string[]): boolean {
  const filled = texts.filter((text) => text !== '')
  return filled.length > 0 && filled.every((text) => text.length < 60 && /^[-+−]?[\d.,'\s]*\d[\d.,'\s]*$/.test(text))
}
