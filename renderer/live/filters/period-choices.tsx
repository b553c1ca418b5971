// The periods that are one click away, and one calendar for From and To: the first day picked begins the range, the
// second ends it. Loaded when it is opened.
import { Box, Group } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useState } from 'react'
import common from '../../ui/common.module.css'
import styles from './date-field.module.css'

interface PeriodChoicesProps {
  choices: readonly { label: string; choose: () => void }[]
  /** The label of the one that From and To are; null: none. */
  chosen: string | null
  /** `YYYY-MM-DD`: as From and To stand, and today in the zone of the form. */
  days: { from: string | null; to: string | null; today: string | null }
  onPick: (from: string, to: string) => void
}

export function PeriodChoices({ choices, chosen, days, onPick }: PeriodChoicesProps) {
  return (
    <Group wrap="nowrap" gap="md" align="stretch">
      <fieldset className={styles.periods} aria-label="Periods">
        {choices.map(({ label, choose }) => (
          <button key={label} type="button" className={styles.period} aria-pressed={label === chosen} onClick={choose}>
            {label}
          </button>
        ))}
      </fieldset>
      <div>
        <RangeCalendar {...days} onPick={onPick} />
      </div>
    </Group>
  )
}

type RangeCalendarProps = PeriodChoicesProps['days'] & Pick<PeriodChoicesProps, 'onPick'>

function RangeCalendar({ from, to, today, onPick }: RangeCalendarProps) {
  const [range, setRange] = useState<[string | null, string | null]>([from, to ?? from])
  const shown = from ?? to ?? today
  const [first, last] = range
  return (
    <>
      <DatePicker
        type="range"
        allowSingleDateInRange
        size="xs"
        classNames={CLASSES}
        value={range}
        {...(shown === null ? {} : { defaultDate: shown })}
        onChange={(next) => {
          setRange(next)
          if (next[0] !== null && next[1] !== null) onPick(next[0], next[1])
        }}
        withCellSpacing={false}
        getDayProps={(day) => ({
          ...(day === today ? { 'aria-current': 'date' } : {}),
        })}
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous decade',
          nextDecade: 'Next decade',
        }}
      />
      <Box component="p" mt="xs" role="status" className={common.faint}>
        {first !== null && last === null ? 'Pick the last day, or the same day again' : 'Pick the first day'}
      </Box>
    </>
  )
}

const { day = '', weekday = '', level = '' } = styles
const CLASSES = {
  day,
  weekday,
  calendarHeaderControl: level,
  calendarHeaderLevel: level,
  monthsListControl: level,
  yearsListControl: level,
}
