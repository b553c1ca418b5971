// Which columns the file has, one by one: those that are ticked are in it.
import { Checkbox, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { eventField } from '../../../shared/event/event-fields.ts'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { isSame } from '../store/export-draft.ts'
import styles from './export-form.module.css'

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

export function ColumnsField({ all, ticked, hint, problem, onTicked }: ColumnsFieldProps) {
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
        className={problem === null ? styles.hint : styles.problem}
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
          <p className={styles.hint}>{(found.length - MOST_LISTED).toLocaleString('en-US')} more: keep typing</p>
        )}
      </div>
    </fieldset>
  )
}

/** As its head in the file. */
const nameOf = (column: ChosenColumn) => ('field' in column ? eventField(column.field).name : column.property)
