// Which columns the file has, one by one: those that are ticked are in it.
import { Checkbox, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { eventField } from '../../../shared/event/event-fields.ts'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { allColumns, type ExportDraft, internalColumns, isSame } from '../store/export-draft.ts'
import styles from './export-dialog.module.css'
import type { DialogSubject } from './export-subject.ts'

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
    <fieldset className={styles.columns} aria-describedby={hintId}>
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

/** As its head in the file. */
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
export function TickedColumns({ draft, subject, names, problem, onChange }: TickedColumnsProps) {
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
