// From or To: typed or picked, with the UTC instant that will be sent (or what is wrong) right under it.
import { ActionIcon, Input, Popover, TextInput } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { inZone, readDateInput } from '../../../shared/instant.ts'
import { zoneLabel } from '../../ui/instant-words.ts'
import { DateCalendar } from './date-calendar.tsx'
import styles from './date-field.module.css'
import { type Edge, readDate, withDay } from './date-text.ts'
import { DoubledHour } from './doubled-hour.tsx'
import field from './field.module.css'
import type { FiltersForm } from './use-filters-form.ts'

interface DateFieldProps {
  form: FiltersForm
  edge: Edge
  now: () => string
  /** Stands at the end of the label's line. */
  aside?: React.ReactNode
}

export function DateField({ form, edge, now, aside }: DateFieldProps) {
  const { fields, zone } = form
  const id = useId()
  const [picking, picker] = useDisclosure(false)
  const draft = fields.values[edge]
  const reading = readDate(draft, zone, edge)
  const problem = form.problemAt(`${edge}.text`)
  const utc = reading.kind === 'instant' ? reading.utc : null
  const typed = readDateInput(draft.text, zone, edge)

  function pick(day: string) {
    picker.close()
    fields.setFieldValue(`${edge}.text`, withDay(draft.text, zone, day))
    fields.getInputNode(`${edge}.text`)?.focus()
  }

  /** Both, because leaving either may show that From is after To. */
  function checkRange() {
    form.check('from.text')
    form.check('to.text')
  }

  return (
    <div className={field.root}>
      <div className={styles.head}>
        <Input.Label htmlFor={id} className={`${field.label} ${styles.label}`}>
          {LABELS[edge].field}
        </Input.Label>
        {zone !== 'UTC' && (
          <span className={styles.zone} title={zone}>
            {zoneLabel(zone, utc ?? now())}
          </span>
        )}
        {aside}
      </div>
      <TextInput
        {...fields.getInputProps(`${edge}.text`)}
        onBlur={() => draft.text !== '' && checkRange()}
        id={id}
        placeholder="any"
        classNames={{ ...field, description: `${field.description} ${styles.note}` }}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        rightSectionPointerEvents="all"
        rightSection={
          <Popover opened={picking} onChange={picker.set} position="bottom-end" shadow="md" trapFocus>
            <Popover.Target>
              <ActionIcon
                variant="transparent"
                className={styles.pick ?? ''}
                aria-label={LABELS[edge].picker}
                onClick={picker.toggle}
                onKeyDown={(event) => event.key === 'Escape' && picker.close()}
              >
                <IconCalendar size={16} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown className={styles.dropdown ?? ''}>
              <DateCalendar form={form} edge={edge} today={inZone(now(), zone)?.date ?? null} onPick={pick} />
            </Popover.Dropdown>
          </Popover>
        }
        description={
          (utc !== null || !problem?.isError) && (
            <>
              {utc !== null && <span className={styles.utc}>{utc}</span>}
              {problem && !problem.isError && <span className={styles.hint}>{problem.text}</span>}
            </>
          )
        }
        error={problem?.isError && problem.text}
      />
      {typed.kind === 'ambiguous' && <DoubledHour form={form} edge={edge} choices={typed.choices} />}
    </div>
  )
}

const LABELS = {
  from: { field: 'From', picker: 'Pick the start day' },
  to: { field: 'To', picker: 'Pick the end day' },
}
