// How a ledger is read: what its lines are found by, its columns, and what only ledgers leave open.
import { Checkbox, Group, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import {
  type FileChoices,
  type KeyPart,
  NOTHING_CHOSEN,
  TIME_STEPS,
  type TimeStep,
} from '../../../shared/check/checked-file.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { headWords } from '../../../shared/snapshot/checked-words.ts'
import { zones } from '../../../shared/time/instant.ts'
import {
  ColumnsTable,
  canBeKey,
  FOUND_BY,
  foundByWords,
  isSame,
  isTime,
  keyPart,
  type LookedColumns,
  meaningChoices,
  meaningOfValue,
  meantColumns,
  NO_COLUMN_SAYS,
  TIME_STEP_WORDS,
  usualKey,
  valueOfMeaning,
  withMeaning,
} from './columns-table.tsx'
import { BY_ITSELF, Choice, ReadingChoices, type ReadingChoicesProps, Typed } from './reading-choices.tsx'

interface LedgerReadingProps extends Pick<ReadingChoicesProps, 'look' | 'onKind'> {
  choices: FileChoices
  /** In which times stand that say no offset, unless another is chosen. */
  snapshotZone: string
  onChoose: (change: Partial<FileChoices>) => void
}

export function LedgerReading({ look, choices, snapshotZone, onKind, onChoose }: LedgerReadingProps) {
  return (
    <ReadingChoices
      kind="ledger"
      look={look}
      choices={choices}
      isFurtherChosen={LEDGERS_ALONE.some((name) => choices[name] !== NOTHING_CHOSEN[name])}
      onKind={onKind}
      onChoose={onChoose}
      first={
        look !== null && (
          <Choice
            label={FOUND_BY}
            value={choices.key === null ? 'id' : 'key'}
            choices={[
              { value: 'id', label: 'Event ID' },
              { value: 'key', label: 'Other columns' },
            ]}
            onChange={(value) =>
              onChoose({ key: value === 'id' ? null : usualKey(meantColumns(look, choices), look.lines) })
            }
          />
        )
      }
      further={
        <>
          <Choice
            label="Times without an offset are in"
            value={choices.zone ?? BY_ITSELF}
            choices={[
              { value: BY_ITSELF, label: snapshotZone.replaceAll('_', ' ') },
              ...zones()
                .filter((zone) => zone !== snapshotZone)
                .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
            ]}
            onChange={(zone) => onChoose({ zone: zone || null })}
          />
          <Typed
            label="Currency of all amounts"
            hint={NO_COLUMN_SAYS}
            value={choices.currency ?? ''}
            placeholder="not known"
            onType={(text) => onChoose({ currency: text.trim() === '' ? null : text.trim().slice(0, 100) })}
          />
          <Choice
            label="Amounts of credits"
            value={choices.amounts ?? BY_ITSELF}
            choices={[
              { value: BY_ITSELF, label: 'as all of them in the file' },
              { value: 'as-sent', label: 'as the service sends them' },
              { value: 'as-counted', label: 'below zero, as they count' },
            ]}
            onChange={(amounts) => onChoose({ amounts: amounts === BY_ITSELF ? null : amounts })}
          />
        </>
      }
    />
  )
}

const LEDGERS_ALONE = ['zone', 'currency', 'amounts'] as const

interface LedgerColumnsProps extends LookedColumns, Pick<LedgerReadingProps, 'choices' | 'onChoose'> {
  /** Of properties that events have, commonest first. */
  names: readonly string[]
}

const NAMES_OFFERED = 40

/** Its columns: fields and properties of events, and which of them lines are found by. */
export function LedgerColumns({ choices, names, onChoose, ...looked }: LedgerColumnsProps) {
  const { look } = looked
  const meant = useMemo(
    () => new Map(meantColumns(look, choices).map((one) => [one.column, one.means])),
    [look, choices],
  )
  const values = useMemo(() => new Map([...meant].map(([column, means]) => [column, valueOfMeaning(means)])), [meant])
  const offered = useMemo(() => names.slice(0, NAMES_OFFERED), [names])
  const { key } = choices
  return (
    <ColumnsTable
      {...looked}
      meant={values}
      choicesOf={({ column, head }) => meaningChoices(head, withOwn(offered, meant.get(column)))}
      onMeaning={(column, value) => onChoose(withMeaning(look, choices, column, meaningOfValue(value)))}
      words={meant.size === 0 ? 'No column is compared with events yet.' : heldWords(meant.size, key)}
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

/** "6 columns are compared with events, which are found by event ID." */
function heldWords(columns: number, key: readonly KeyPart[] | null): string {
  const held = `${countWords(columns, 'column is', 'columns are')} compared with events`
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
    <Group gap={8} wrap="nowrap">
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
    </Group>
  )
}
