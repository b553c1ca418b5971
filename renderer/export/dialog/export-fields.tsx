// How the file is written: a field for each choice; those of a format show only while it is chosen.

import { Autocomplete, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { eventField } from '../../../shared/event/event-fields.ts'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { FILE_FORMAT_NAMES, FILE_FORMATS, HAS_CELLS } from '../../../shared/export/file-formats.ts'
import { zones } from '../../../shared/time/instant.ts'
import { ChoiceSelect, PropertySelect } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import {
  allColumns,
  type DraftField,
  type ExportDraft,
  internalColumns,
  isSame,
  SEPARATORS,
  withSeparator,
} from '../store/export-draft.ts'
import styles from './export-dialog.module.css'
import type { DialogSubject } from './export-subject.ts'
import { parquetNumbersWords } from './export-words.ts'

interface ExportFieldsProps {
  draft: ExportDraft
  onDraft: (draft: ExportDraft) => void
  subject: DialogSubject
  /** Instants are shown in it. */
  zone: string
  /** Properties of the sampled rows; `numbers`: how many of their values are numbers. */
  properties: readonly { name: string; numbers: number }[]
  problems: Partial<Record<DraftField, string>>
  /** Show every problem, also of fields that have not been left yet. */
  all: boolean
}

/** Excel first: it keeps what a CSV lets spreadsheets change. */
const FORMATS = ['xlsx' as const, ...FILE_FORMATS.filter((name) => name !== 'xlsx')].map((value) => ({
  value,
  label: FILE_FORMAT_NAMES[value],
}))
const PROPERTIES = [
  { value: 'columns', label: 'One column each' },
  { value: 'one', label: 'All in one column' },
] as const
const COLUMNS = [
  { value: 'all', label: 'All' },
  { value: 'screen', label: 'As on screen' },
  { value: 'chosen', label: 'Chosen' },
  { value: 'customer', label: 'For the customer' },
] as const
const DECIMAL_SIGNS = [
  { value: '.', label: 'Point, 1.5' },
  { value: ',', label: 'Comma, 1,5' },
] as const

const ZONES_LISTED = 60

const ORDERS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'newest', label: 'Newest first' },
]
const AS_SORTED = { value: 'sorted', label: 'As on screen' }

export function ExportFields({ draft, onDraft, subject, zone, properties, problems, all }: ExportFieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<DraftField>>(new Set())
  const change = (part: Partial<ExportDraft>) => onDraft({ ...draft, ...part })
  const leave = (field: DraftField) => setLeft((now) => new Set(now).add(field))
  const problem = (field: DraftField) => (all || left.has(field) ? (problems[field] ?? null) : null)
  const isSnapshot = subject.of === 'all' || subject.of === 'snapshot'
  const isSorted = subject.of === 'snapshot' && subject.sort !== null
  const names = properties.map(({ name }) => name)
  const columnsOfNumbers = draft.format === 'parquet' ? parquetNumbersWords(properties) : null
  return (
    <>
      <div className={styles.fields}>
        <ChoiceSelect
          label="Format"
          data-autofocus
          value={draft.format}
          choices={FORMATS}
          description={draft.format === 'parquet' ? 'The file is not encrypted.' : null}
          inputWrapperOrder={['label', 'input', 'description']}
          onChange={(format) => change({ format })}
        />
        <ChoiceSelect
          label="Columns"
          value={draft.columns}
          choices={COLUMNS.filter(({ value }) => value !== 'screen' || subject.onScreen.length > 0)}
          onChange={(columns) => change({ columns })}
        />
        {HAS_CELLS[draft.format] && (
          <ChoiceSelect
            label="Properties"
            value={draft.properties}
            choices={PROPERTIES}
            onChange={(properties) => change({ properties })}
          />
        )}
        {HAS_CELLS[draft.format] && (
          <Autocomplete
            size="xs"
            label="Time zone for dates"
            data={zones()}
            limit={ZONES_LISTED}
            value={draft.zone ?? zone}
            error={problem('zone')}
            comboboxProps={{ withinPortal: false }}
            onChange={(typed) => change({ zone: typed })}
            onBlur={() => leave('zone')}
          />
        )}
        {draft.format === 'csv' && (
          <CsvFields
            draft={draft}
            problem={problem('separator')}
            onDraft={onDraft}
            onLeave={() => leave('separator')}
          />
        )}
        {isSnapshot && (
          <NativeSelect
            size="xs"
            label="Order"
            {...(isSorted
              ? {
                  value: AS_SORTED.value,
                  data: [AS_SORTED],
                  title: 'To choose an order, remove the sorting in “Events”',
                }
              : { value: draft.first, data: ORDERS })}
            onChange={({ currentTarget }) => change({ first: currentTarget.value === 'newest' ? 'newest' : 'oldest' })}
          />
        )}
        {(draft.format === 'xlsx' || (isSnapshot && draft.columns !== 'customer')) && (
          <SumChoice draft={draft} properties={properties} onChange={change} />
        )}
      </div>
      {columnsOfNumbers && <p className={`${styles.hint} ${common.dim}`}>{columnsOfNumbers}</p>}
      {draft.format === 'csv' && (
        <Checkbox
          label="Guard formulas with an apostrophe"
          description="Text that a spreadsheet would run, such as =SUM(A1:A9), gets one in front. Numbers are never changed."
          checked={draft.guarded}
          onChange={({ currentTarget }) => change({ guarded: currentTarget.checked })}
        />
      )}
      {(draft.columns === 'chosen' || draft.columns === 'customer') && (
        <TickedColumns
          draft={draft}
          subject={subject}
          names={names}
          problem={problems.columns ?? null}
          onChange={change}
        />
      )}
    </>
  )
}

interface CsvFieldsProps extends Pick<ExportFieldsProps, 'draft' | 'onDraft'> {
  /** Of the separator. */
  problem: string | null
  onLeave: () => void
}

function CsvFields({ draft, problem, onDraft, onLeave }: CsvFieldsProps) {
  return (
    <>
      <Autocomplete
        size="xs"
        label="Separator"
        data={[...SEPARATORS]}
        // Every separator is offered, whatever is chosen.
        filter={({ options }) => options}
        value={draft.separator}
        error={problem}
        comboboxProps={{ withinPortal: false }}
        onChange={(typed) => onDraft(withSeparator(draft, typed))}
        onBlur={onLeave}
      />
      <ChoiceSelect
        label="Decimal sign"
        value={draft.decimal}
        choices={DECIMAL_SIGNS}
        onChange={(decimal) => onDraft({ ...draft, decimal })}
      />
    </>
  )
}

interface SumChoiceProps extends Pick<ExportFieldsProps, 'draft' | 'properties'> {
  onChange: (part: Partial<ExportDraft>) => void
}

function SumChoice({ draft, properties, onChange }: SumChoiceProps) {
  const numeric = properties.filter(({ numbers }) => numbers > 0).map(({ name }) => name)
  const names = draft.sum === null || numeric.includes(draft.sum) ? numeric : [draft.sum, ...numeric]
  return (
    <PropertySelect
      label="Exact sum of"
      title="Credit and debit apart, by currency: written to the receipt beside the file and, in an Excel file, to the sheet “About”"
      names={names}
      value={draft.sum}
      none="Nothing"
      onChange={(sum) => onChange({ sum })}
    />
  )
}

// This says which columns the file has, one by one: those that are ticked are in it.

interface ColumnsFieldProps {
  /** Every column that can be chosen. */
  all: readonly ChosenColumn[]
  ticked: readonly ChosenColumn[]
  hint: string
  problem: string | null
  onTicked: (ticked: ChosenColumn[]) => void
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 100
/** A shorter list needs no search field. */
const FIND_FROM = 13

function ColumnsField({ all, ticked, hint, problem, onTicked }: ColumnsFieldProps) {
  const [typed, setTyped] = useState('')
  const hintId = useId()
  const found = all.filter((one) => nameOf(one).toLowerCase().includes(typed.trim().toLowerCase()))
  const isTicked = (column: ChosenColumn) => ticked.some((one) => isSame(one, column))
  const tick = (column: ChosenColumn, isIn: boolean) =>
    onTicked(isIn ? [...ticked, column] : ticked.filter((one) => !isSame(one, column)))
  return (
    <fieldset className={`${common.box} ${styles.columns}`} aria-describedby={hintId}>
      <legend>Columns of the file</legend>
      <p
        id={hintId}
        className={`${styles.hint} ${problem === null ? common.dim : common.danger}`}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? hint}
      </p>
      {all.length >= FIND_FROM && (
        <TextInput
          aria-label="Find a column"
          placeholder="Find a column"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={styles.ticks}>
        {found.slice(0, MOST_LISTED).map((column) => (
          <Checkbox
            key={'field' in column ? column.field : `property ${column.property}`}
            aria-label={shortened(nameOf(column), 200)}
            label={<ExactText text={nameOf(column)} part={beginning(nameOf(column), ONE_LINE)} />}
            checked={isTicked(column)}
            onChange={({ currentTarget }) => tick(column, currentTarget.checked)}
          />
        ))}
        {found.length > MOST_LISTED && (
          <p className={`${styles.hint} ${common.dim}`}>{grouped(found.length - MOST_LISTED)} more: keep typing</p>
        )}
      </div>
    </fieldset>
  )
}

/** Names a column as its head in the file. */
const nameOf = (column: ChosenColumn) => ('field' in column ? eventField(column.field).name : column.property)

interface TickedColumnsProps {
  draft: ExportDraft
  subject: DialogSubject
  /** Names of properties of the sampled rows. */
  names: readonly string[]
  problem: string | null
  onChange: (part: Partial<ExportDraft>) => void
}

/** The columns of the file as ticked: the chosen ones, or those that a customer gets. */
function TickedColumns({ draft, subject, names, problem, onChange }: TickedColumnsProps) {
  const seen = allColumns(names)
  if (draft.columns === 'customer') {
    const internal = internalColumns(draft, names)
    return (
      <ColumnsField
        all={seen}
        ticked={seen.filter((one) => !internal.some((left) => isSame(left, one)))}
        hint="Columns that are not ticked are internal: they stay out of the file, as do the receipt, the connection and its address. This choice is remembered."
        problem={problem}
        onTicked={(ticked) => {
          // Columns marked as internal elsewhere stay internal.
          const unseen = internal.filter((left) => !seen.some((one) => isSame(left, one)))
          onChange({ internal: [...unseen, ...seen.filter((one) => !ticked.some((other) => isSame(other, one)))] })
        }}
      />
    )
  }
  const chosen = draft.chosen ?? subject.onScreen
  const unseen = chosen.filter((one) => !seen.some((other) => isSame(one, other)))
  return (
    <ColumnsField
      all={[...seen, ...unseen]}
      ticked={chosen}
      hint="The file has them in the order in which they are ticked. A property that no row has becomes an empty column."
      problem={problem}
      onTicked={(ticked) => onChange({ chosen: ticked })}
    />
  )
}
