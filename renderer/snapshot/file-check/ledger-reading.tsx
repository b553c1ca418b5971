// How a ledger is read: which event a line is compared with, what its columns mean, and what only ledgers leave open. A
// line finds its event by the event ID, or by a key: other columns that must agree together.
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
import { Choice } from '../../ui/choice-select.tsx'
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
import { BY_ITSELF, ReadingChoices, type ReadingChoicesProps, Typed } from './reading-choices.tsx'

interface LedgerReadingProps extends Pick<ReadingChoicesProps, 'look' | 'onKind'> {
  choices: FileChoices
  /** The time zone of times that say no offset, unless another is chosen. */
  snapshotZone: string
  onChoose: (change: Partial<FileChoices>) => void
}

/** Choices of the whole file: what lines are found by; behind "More" the zone, the currency, the sign of credits. */
export function LedgerReading({ look, choices, snapshotZone, onKind, onChoose }: LedgerReadingProps) {
  return (
    <ReadingChoices
      kind="ledger"
      look={look}
      choices={choices}
      isFurtherChosen={BEHIND_MORE.some((name) => choices[name] !== NOTHING_CHOSEN[name])}
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

/** This is what is chosen behind "More" of ledgers alone: one that is not as usual is in sight. */
const BEHIND_MORE = ['zone', 'currency', 'amounts'] as const

interface LedgerColumnsProps extends LookedColumns, Pick<LedgerReadingProps, 'choices' | 'onChoose'> {
  /** The names of properties that events have, commonest first. */
  names: readonly string[]
}

/** How many names of properties are offered as the meaning of a column. */
const NAMES_OFFERED = 40

/**
 * The columns of the file: the field or property of events that each is compared with, and, where lines are found by a
 * key, whether the column is a part of it.
 */
export function LedgerColumns({ choices, names, onChoose, ...looked }: LedgerColumnsProps) {
  const { look } = looked
  const meanings = useMemo(
    () => new Map(meantColumns(look, choices).map((one) => [one.column, one.means])),
    [look, choices],
  )
  const values = useMemo(
    () => new Map([...meanings].map(([column, means]) => [column, valueOfMeaning(means)])),
    [meanings],
  )
  const offered = useMemo(() => names.slice(0, NAMES_OFFERED), [names])
  const { key } = choices
  return (
    <ColumnsTable
      {...looked}
      meant={values}
      choicesOf={({ column, head }) => meaningChoices(head, withItsProperty(offered, meanings.get(column)))}
      onMeaning={(column, value) => onChoose(withMeaning(look, choices, column, meaningOfValue(value)))}
      words={meanings.size === 0 ? 'No column is compared with events yet.' : comparedWords(meanings.size, key)}
      onByHeads={() => onChoose({ columns: null, key: null, customers: [], codes: [] })}
      further={
        key && {
          name: 'found by',
          cell(column) {
            const means = meanings.get(column.column)
            return (
              means !== undefined &&
              canBeKey(means) && (
                <KeyChoice
                  name={headWords(column)}
                  holdsTimes={isTime(means)}
                  part={key.find((part) => isSame(part.means, means)) ?? null}
                  onPart={(isInKey, step) => {
                    const others = key.filter((part) => !isSame(part.means, means))
                    onChoose({ key: isInKey ? [...others, keyPart(means, step)].slice(0, MOST_PARTS) : others })
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

/** A key has no more parts than this. */
const MOST_PARTS = 10

/** "6 columns are compared with events, which are found by event ID." @param key null: the event ID */
function comparedWords(columns: number, key: readonly KeyPart[] | null): string {
  const compared = `${countWords(columns, 'column is', 'columns are')} compared with events`
  return key?.length === 0
    ? `${compared}. Choose at least one that they are found by.`
    : `${compared}, which are found by ${foundByWords(key)}.`
}

/** The names to offer for a column: the property that it means is among them, however rare it is. */
const withItsProperty = (names: readonly string[], means: { is: string; name?: string } | undefined) =>
  means?.is === 'property' && means.name !== undefined && !names.includes(means.name) ? [means.name, ...names] : names

interface KeyChoiceProps {
  /** The head of the column. */
  name: string
  /** Whether the column holds the times of events, of which a key says how exactly they have to agree. */
  holdsTimes: boolean
  /** The part of the key that the column is; null: it is none. */
  part: KeyPart | null
  /** `step`: what times have to agree to; absent: to the second. */
  onPart: (isInKey: boolean, step?: TimeStep) => void
}

/** Whether a column is part of the key, and how exactly its times have to agree where it holds them. */
function KeyChoice({ name, holdsTimes, part, onPart }: KeyChoiceProps) {
  return (
    <Group gap={8} wrap="nowrap">
      <Checkbox
        aria-label={`Found by ${name}`}
        checked={part !== null}
        onChange={({ currentTarget }) => onPart(currentTarget.checked, part?.to)}
      />
      {holdsTimes && part !== null && (
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
