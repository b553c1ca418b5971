// The group "Columns": what each column of a file means, over its first lines, and which of them lines are found by.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import {
  type Cell,
  type FileChoices,
  type KeyPart,
  TIME_STEPS,
  type TimeStep,
} from '../../../shared/check/checked-file.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { LookedFile } from '../store/file-check.ts'
import {
  areNumbers,
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
import styles from './file-check.module.css'

interface ColumnsTableProps {
  look: LookedFile
  choices: FileChoices
  /** Of properties that events have, commonest first. */
  names: readonly string[]
  isBusy: boolean
  /** They are those of the last file with these heads. */
  areKept: boolean
  onChoose: (change: Partial<FileChoices>) => void
}

/** More columns are drawn when asked for. */
const FIRST_COLUMNS = 30
const FIRST_LINES = 8
const NAMES_OFFERED = 40
const CELL_CHARACTERS = 80

export function ColumnsTable({ look, choices, names, isBusy, areKept, onChoose }: ColumnsTableProps) {
  const [isWhole, setWhole] = useState(false)
  const { columns, lines } = look
  const drawn = isWhole ? columns : columns.slice(0, FIRST_COLUMNS)
  const meant = useMemo(
    () => new Map(meantColumns(look, choices).map((one) => [one.column, one.means])),
    [look, choices],
  )
  const offered = useMemo(() => names.slice(0, NAMES_OFFERED), [names])
  const { key } = choices
  const first = lines.slice(0, FIRST_LINES)
  const numbers = new Set(
    drawn.flatMap(({ column }) => (areNumbers(first.map(({ cells }) => textOf(cells[column]))) ? [column] : [])),
  )
  return (
    <fieldset aria-label="Columns" className={styles.box}>
      <div className={styles.scroll} data-busy={isBusy || undefined}>
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
                    value={valueOfMeaning(meant.get(one.column) ?? null)}
                    data={meaningChoices(one.head, withOwn(offered, meant.get(one.column)))}
                    onChange={({ currentTarget }) =>
                      onChoose(withMeaning(look, choices, one.column, meaningOfValue(currentTarget.value)))
                    }
                  />
                </td>
              ))}
            </tr>
            {key !== null && (
              <tr>
                <td>found by</td>
                {drawn.map((one) => {
                  const means = meant.get(one.column)
                  return (
                    <td key={one.column}>
                      {means !== undefined && canBeKey(means) && (
                        <KeyChoice
                          name={headWords(one)}
                          isTimeOf={isTime(means)}
                          part={key.find((part) => isSame(part.means, means)) ?? null}
                          onPart={(isIn, to) => {
                            const others = key.filter((part) => !isSame(part.means, means))
                            onChoose({ key: isIn ? [...others, keyPart(means, to)].slice(0, 10) : others })
                          }}
                        />
                      )}
                    </td>
                  )
                })}
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
      </div>
      <div className={styles.below}>
        <p>
          {meant.size === 0 ? 'No column is held against events yet.' : heldWords(meant.size, key)}
          {areKept && (
            <>
              {' As chosen for the last file with these heads. '}
              <LinkButton
                tone="accent"
                onClick={() => onChoose({ columns: null, key: null, customers: [], codes: [] })}
              >
                Choose by the heads alone
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
      </div>
    </fieldset>
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
