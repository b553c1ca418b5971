// The month from which From or To is picked: the range in between is marked, and today as the service sees it.
import { DatePicker, type DayProps } from '@mantine/dates'
import styles from './date-calendar.module.css'
import { dayOf, type Edge } from './date-text.ts'
import type { FiltersForm } from './use-filters-form.ts'

interface DateCalendarProps {
  form: FiltersForm
  edge: Edge
  /** `YYYY-MM-DD` in the zone of the form. */
  today: string | null
  onPick: (day: string) => void
}

export function DateCalendar({ form, edge, today, onPick }: DateCalendarProps) {
  const { zone, fields } = form
  const from = dayOf(fields.values.from, zone, 'from')
  const to = dayOf(fields.values.to, zone, 'to')
  const picked = edge === 'from' ? from : to
  const shown = picked ?? from ?? to ?? today

  function dayProps(day: string): Partial<DayProps> {
    const isRange = from !== null && to !== null && from <= day && day <= to
    return {
      inRange: isRange,
      firstInRange: isRange && day === from,
      lastInRange: isRange && day === to,
      selected: day === picked,
      ...(day === today ? { 'aria-current': 'date' } : {}),
      ...(day === picked ? { 'data-autofocus': true } : {}),
    }
  }

  return (
    <DatePicker
      size="xs"
      classNames={styles}
      value={picked}
      {...(shown === null ? {} : { defaultDate: shown })}
      onChange={(day) => day !== null && onPick(day)}
      allowDeselect
      withCellSpacing={false}
      getDayProps={dayProps}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
    />
  )
}
