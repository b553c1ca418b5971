// What is grouped, measured, split, drawn and rounded: what is chosen often, and what nearly everybody leaves alone
// behind "Options".
import { Group, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import { NO_SUCH_ZONE, zones } from '../../../shared/time/instant.ts'
import choiceStyles from '../../ui/choice.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { FoldButton } from '../../ui/fold-button.tsx'
import type { Remembered } from '../../ui/remembered-value.ts'
import type { MeasureChoice, TotalsChoice } from './totals-choice.ts'
import {
  CHART_OPTIONS,
  keyLabel,
  keyOptions,
  measureLabel,
  measureOptions,
  NOTHING,
  type Option,
  ROUNDED_OPTIONS,
  ROUNDING_OPTIONS,
  roundingLabel,
  typedKey,
  typedMeasures,
  withNone,
} from './totals-options.ts'
import styles from './totals-tab.module.css'

/** Whether "Options" was opened, or put away again, on a connection; undefined: neither. */
export const OPTIONS_OPENED: Remembered<boolean | undefined> = {
  name: 'totals-options-opened',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  isSilent: true,
}

interface TotalsControlsProps {
  /** Whether "Options" was opened or put away; undefined: neither. */
  isOpened: boolean | undefined
  onOpened: (isOpened: boolean) => void
  choice: TotalsChoice
  measure: MeasureChoice
  /** Names of properties, commonest first; `numeric` are those that may be numbers. */
  names: readonly string[]
  numeric: readonly string[]
  /** There are more names than these. */
  hasMore: boolean
  hasRules: boolean
  onChoice: (choice: TotalsChoice) => void
  /** They stand at the end of the row. */
  children: ReactNode
  /** They stand behind "Options": further choices of the chart, and buttons. */
  ofChart: ReactNode
  buttons: ReactNode
}

const nameOfKey = (key: SnapshotKey | null) => (key === null ? NOTHING : keyLabel(key))
const nameOfPeriod = (period: Period | null) => period ?? NOTHING
const nameOfRounded = (rounded: string) => rounded

export function TotalsControls(props: TotalsControlsProps) {
  const { isOpened, onOpened, choice, measure, names, numeric, hasMore, hasRules, onChoice } = props
  const keys = useMemo(() => keyOptions(names), [names])
  const keysOrNothing = useMemo(() => withNone(keys), [keys])
  const measures = useMemo(() => measureOptions(numeric, hasRules), [numeric, hasRules])
  // Whoever chooses often leaves it open; what differs from usual is in sight unless somebody put it away.
  const isOpen = isOpened ?? !isUsualChoice(choice, measure, hasRules)
  const moreId = useId()
  const measureField = useRef<HTMLInputElement>(null)
  /** The measure is chosen most of what is behind it: its list opens as it gets the focus, and is one click away. */
  function fold() {
    flushSync(() => onOpened(!isOpen))
    if (hasRules) measureField.current?.focus()
  }
  const typed = hasMore ? typedKey : undefined
  const box = <Name extends keyof TotalsChoice>(name: Name) => ({
    value: choice[name],
    onChange: (value: TotalsChoice[Name]) => onChoice({ ...choice, [name]: value }),
  })
  const measureBox = (
    <ChoiceBox
      field={measureField}
      label="Measure"
      options={measures}
      typed={hasMore ? typedMeasures : undefined}
      value={measure}
      name={measureLabel}
      onChange={(chosen) => onChoice({ ...choice, measure: chosen })}
    />
  )
  return (
    <>
      <Group className={styles.controls ?? ''} gap={8}>
        <ChoiceBox label="Group by" options={keys} typed={typed} name={nameOfKey} {...box('groupBy')} />
        {/* With price rules it is what events are worth; without, it is the first thing to choose. */}
        {!hasRules && measureBox}
        <FoldButton isOpen={isOpen} controls={moreId} onClick={fold}>
          Options
        </FoldButton>
        {props.children}
      </Group>
      {isOpen && (
        <Group id={moreId} className={styles.controls ?? ''} gap={8}>
          <ChoiceBox label="Then by" options={keysOrNothing} typed={typed} name={nameOfKey} {...box('thenBy')} />
          <ChoiceBox label="Split by" options={keysOrNothing} typed={typed} name={nameOfKey} {...box('splitBy')} />
          <ChoiceBox label="Chart by" options={CHART_OPTIONS} name={nameOfPeriod} {...box('chartBy')} />
          <ChoiceBox
            label="Rounding"
            options={ROUNDING_OPTIONS}
            name={roundingLabel}
            {...box('rounding')}
            {...(measure.figure === 'worth' && { value: null, disabled: true })}
          />
          {choice.rounding !== null && measure.figure === 'sum' && (
            <ChoiceBox label="Rounded" options={ROUNDED_OPTIONS} name={nameOfRounded} {...box('rounded')} />
          )}
          {props.ofChart}
          {/* Buttons stay the same ones when rules come: the focus returns to them. */}
          <div className={hasRules ? styles.below : styles.beside}>
            {hasRules && measureBox}
            {props.buttons}
          </div>
        </Group>
      )}
    </>
  )
}

/** Tells whether the choices behind "Options" are the usual ones. */
function isUsualChoice(choice: TotalsChoice, { figure }: MeasureChoice, hasRules: boolean): boolean {
  const { thenBy, splitBy, chartBy, rounding } = choice
  const isByType = splitBy?.of === 'field' && splitBy.field === 'eventType'
  const isUsualMeasure = figure === 'worth' || !hasRules
  return thenBy === null && isByType && chartBy === 'day' && isUsualMeasure && (rounding === null || figure === 'worth')
}

interface ChoiceBoxProps<T> {
  label: string
  options: readonly Option<T>[]
  value: T
  /** The name of a value that is not among the options. */
  name: (value: T) => string
  onChange: (value: T) => void
  /** Further options for the typed text: names that are not listed. */
  typed?: ((text: string) => readonly Option<T>[]) | undefined
  disabled?: boolean
  field?: Ref<HTMLInputElement>
}

/** A longer list is narrowed by typing. */
const MOST_LISTED = 200
const LABEL_CHARACTERS = 120
/** In a low window too a list has room below its field, which `totals-tab.module.css` keeps for the measure's. */
const LIST_HEIGHT = 'min(320px, 33vh)'

/** One combobox of "Totals": of thousands of names it lists as many as anyone reads; typing narrows them. */
function ChoiceBox<T>(props: ChoiceBoxProps<T>) {
  const { label, options: listed, value, name, onChange, typed, disabled = false, field } = props
  const [search, setSearch] = useState('')
  const options = useMemo(() => withTyped(listed, typed, search), [listed, typed, search])
  const chosen = JSON.stringify(value)
  const data = useMemo(() => {
    const all = options.some((option) => option.value === chosen)
      ? options
      : [...options, { value: chosen, label: name(value), means: value }]
    return all.map((option) => ({ value: option.value, label: shortened(option.label, LABEL_CHARACTERS) }))
  }, [options, chosen, name, value])
  return (
    <Select
      ref={field}
      label={label}
      className={choiceStyles.choice ?? ''}
      data={data}
      value={chosen}
      disabled={disabled}
      searchable
      rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
      rightSectionWidth={26}
      rightSectionPointerEvents="none"
      limit={MOST_LISTED}
      searchValue={search}
      onSearchChange={setSearch}
      maxDropdownHeight={LIST_HEIGHT}
      nothingFoundMessage="No matching name"
      comboboxProps={{ width: 260, position: 'bottom-start', shadow: 'md' }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(next) => {
        const option = options.find((one) => one.value === next)
        if (option !== undefined) onChange(option.means)
      }}
    />
  )
}

function withTyped<T>(listed: readonly Option<T>[], typed: ChoiceBoxProps<T>['typed'], search: string) {
  if (typed === undefined || search === '' || listed.some(({ label }) => label === search)) return listed
  const known = new Set(listed.map(({ value }) => value))
  return [...listed, ...typed(search).filter(({ value }) => !known.has(value))]
}

interface ZoneChoiceProps {
  snapshotZone: string
  /** The zone of the page's header, offered first. */
  shown: string
  zone: string
  onZone: (zone: string) => void
}

const MOST_ZONES = 60

/** The zone in which hours, days, weeks and months begin: the snapshot's own, unless another is chosen here. */
export function ZoneChoice({ snapshotZone, shown, zone, onZone }: ZoneChoiceProps) {
  const data = useMemo(() => {
    const first = [...new Set([snapshotZone, shown, 'UTC', zone])]
    const names = [...first, ...zones().filter((name) => !first.includes(name))]
    return names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
  }, [snapshotZone, shown, zone])
  return (
    <Select
      label="Zone of days"
      className={choiceStyles.choice ?? ''}
      data={data}
      value={zone}
      searchable
      rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
      rightSectionWidth={26}
      rightSectionPointerEvents="none"
      limit={MOST_ZONES}
      maxDropdownHeight={280}
      nothingFoundMessage={NO_SUCH_ZONE}
      comboboxProps={{ width: 240, position: 'bottom-start', shadow: 'md' }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(next) => next !== null && onZone(next)}
    />
  )
}
