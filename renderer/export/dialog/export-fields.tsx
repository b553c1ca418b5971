// How the file is written: a field for each choice; those of a format show only while it is chosen.
import { Autocomplete, Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { FILE_FORMAT_NAMES, FILE_FORMATS, HAS_CELLS } from '../../../shared/export/file-formats.ts'
import { zones } from '../../../shared/time/instant.ts'
import { ChoiceSelect, PropertySelect } from '../../ui/choice-select.tsx'
import common from '../../ui/common.module.css'
import { type DraftField, type ExportDraft, SEPARATORS, withSeparator } from '../store/export-draft.ts'
import { TickedColumns } from './columns-field.tsx'
import styles from './export-dialog.module.css'
import type { DialogSubject } from './export-subject.ts'
import { parquetNumbersWords } from './export-words.ts'

interface ExportFieldsProps {
  draft: ExportDraft
  onDraft: (draft: ExportDraft) => void
  subject: DialogSubject
  /** Where instants are shown. */
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
          <>
            <Autocomplete
              size="xs"
              label="Separator"
              data={[...SEPARATORS]}
              // Every separator is offered, whatever is chosen.
              filter={({ options }) => options}
              value={draft.separator}
              error={problem('separator')}
              comboboxProps={{ withinPortal: false }}
              onChange={(typed) => onDraft(withSeparator(draft, typed))}
              onBlur={() => leave('separator')}
            />
            <ChoiceSelect
              label="Decimal sign"
              value={draft.decimal}
              choices={DECIMAL_SIGNS}
              onChange={(decimal) => change({ decimal })}
            />
          </>
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
