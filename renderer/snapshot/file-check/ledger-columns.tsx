// The columns of a ledger: fields and properties of events, and which of them lines are found by.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { type FileChoices, type KeyPart, TIME_STEPS, type TimeStep } from '../../../shared/check/checked-file.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { LookedFile } from '../store/file-check-state.ts'
import {
  canBeKey,
  foundByWords,
  headWords,
  isSame,
  isTime,
  keyPart,
  meaningChoices,
  meaningOfValue,
  meantColumns,
  TIME_STEP_WORDS,
  valueOfMeaning,
  withMeaning,
} from './column-meanings.ts'
import { ColumnsTable } from './columns-table.tsx'
import styles from './file-check.module.css'

interface LedgerColumnsProps {
  look: LookedFile
  choices: FileChoices
  /** Of properties that events have, commonest first. */
  names: readonly string[]
  isBusy: boolean
  /** They are those of the last file with these heads. */
  areKept: boolean
  onChoose: (change: Partial<FileChoices>) => void
}

const NAMES_OFFERED = 40

export function LedgerColumns({ look, choices, names, isBusy, areKept, onChoose }: LedgerColumnsProps) {
  const meant = useMemo(
    () => new Map(meantColumns(look, choices).map((one) => [one.column, one.means])),
    [look, choices],
  )
  const values = useMemo(() => new Map([...meant].map(([column, means]) => [column, valueOfMeaning(means)])), [meant])
  const offered = useMemo(() => names.slice(0, NAMES_OFFERED), [names])
  const { key } = choices
  return (
    <ColumnsTable
      look={look}
      meant={values}
      choicesOf={({ column, head }) => meaningChoices(head, withOwn(offered, meant.get(column)))}
      onMeaning={(column, value) => onChoose(withMeaning(look, choices, column, meaningOfValue(value)))}
      isBusy={isBusy}
      words={meant.size === 0 ? 'No column is held against events yet.' : heldWords(meant.size, key)}
      areKept={areKept}
      onByHeads={() => onChoose({ columns: null, key: null, customers: [], codes: [] })}
      further={
        key && {
          name: 'found by',
          cell(one) {
            const means = meant.get(one.column)
            return (
              means !== undefined &&
              canBeKey(means) && (
                <KeyChoice
                  name={headWords(one)}
                  isTimeOf={isTime(means)}
                  part={key.find((part) => isSame(part.means, means)) ?? null}
                  onPart={(isIn, to) => {
                    const others = key.filter((part) => !isSame(part.means, means))
                    onChoose({ key: isIn ? [...others, keyPart(means, to)].slice(0, 10) : others })
                  }}
                />
              )
            )
          },
        }
      }
    />
  )
}

/** "6 columns are held against events, which are found by event ID." */
function heldWords(columns: number, key: readonly KeyPart[] | null): string {
  const held = `${countWords(columns, 'column is', 'columns are')} held against events`
  return key?.length === 0
    ? `${held}. Choose at least one that they are found by.`
    : `${held}, which are found by ${foundByWords(key)}.`
}

const withOwn = (names: readonly string[], means: { is: string; name?: string } | undefined) =>
  means?.is === 'property' && means.name !== undefined && !names.includes(means.name) ? [means.name, ...names] : names

interface KeyChoiceProps {
  name: string
  isTimeOf: boolean
  part: KeyPart | null
  onPart: (isIn: boolean, to?: TimeStep) => void
}

function KeyChoice({ name, isTimeOf, part, onPart }: KeyChoiceProps) {
  return (
    <span className={styles.keyCell}>
      <Checkbox
        aria-label={`Found by ${name}`}
        checked={part !== null}
        onChange={({ currentTarget }) => onPart(currentTarget.checked, part?.to)}
      />
      {isTimeOf && part !== null && (
        <NativeSelect
          size="xs"
          aria-label={`How exactly ${name} has to agree`}
          value={part.to ?? 'second'}
          data={TIME_STEPS.map((value) => ({ value, label: TIME_STEP_WORDS[value] }))}
          onChange={({ currentTarget }) =>
            onPart(
              true,
              TIME_STEPS.find((one) => one === currentTarget.value),
            )
          }
        />
      )}
    </span>
  )
}
