// The button in From that opens the calendar for both ends.
import { ActionIcon, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { flushSync } from 'react-dom'
import { inZone } from '../../../shared/time/instant.ts'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import styles from './date-field.module.css'
import { dayOf, withDay } from './date-text.ts'
import type { FiltersForm } from './use-filters-form.ts'

const RangeCalendar = partOnDemand(async () => (await import('./range-calendar.tsx')).RangeCalendar)

export function RangePicker({ form }: { form: FiltersForm }) {
  const { fields, clock } = form
  const { from, to } = fields.values
  const [picking, picker] = useDisclosure(false)

  const open = () => flushSync(picker.open)
  function toggle() {
    if (picking) picker.close()
    // Opened with its days in it: the focus goes to one of them.
    else void RangeCalendar.preload().then(open, open)
  }

  function pick(first: string, last: string) {
    picker.close()
    fields.setFieldValue('from.text', withDay(from.text, clock.zone, first))
    fields.setFieldValue('to.text', withDay(to.text, clock.zone, last))
    fields.getInputNode('from.text')?.focus()
  }

  return (
    <Popover opened={picking} onChange={picker.set} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          className={styles.pick ?? ''}
          aria-label="Pick the days"
          onClick={toggle}
          onKeyDown={(event) => event.key === 'Escape' && picker.close()}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown ref={takeFocus} className={styles.dropdown ?? ''}>
        <RangeCalendar
          from={dayOf(from, clock, 'from')}
          to={dayOf(to, clock, 'to')}
          today={inZone(clock.now, clock.zone)?.date ?? null}
          onPick={pick}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
