// Asks which of two instants is meant, where clocks are put back and so show a time twice.
import { Radio, Stack } from '@mantine/core'
import { type DateReading, inZone } from '../../../shared/instant.ts'
import { dayWords } from '../../ui/instant-words.ts'
import { type Edge, shortTime } from './date-text.ts'
import styles from './doubled-hour.module.css'
import field from './field.module.css'
import type { FiltersForm } from './use-filters-form.ts'

interface DoubledHourProps {
  form: FiltersForm
  edge: Edge
  choices: Extract<DateReading, { kind: 'ambiguous' }>['choices']
}

export function DoubledHour({ form, edge, choices }: DoubledHourProps) {
  const path = `${edge}.chosen` as const
  const problem = form.problemAt(path)
  return (
    <Radio.Group
      {...form.fields.getInputProps(path)}
      className={styles.root ?? ''}
      classNames={{ label: field.label ?? '', error: field.error ?? '' }}
      label={question(choices[0].utc, form.zone)}
      error={problem?.isError && problem.text}
    >
      <Stack gap={6}>
        {choices.map(({ utc, offset }, index) => (
          <Radio
            key={utc}
            size="xs"
            classNames={{ label: styles.label ?? '' }}
            value={utc}
            label={`${index === 0 ? 'First' : 'Second'} (${offset})`}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** As "02:30 happens twice on 25 Oct. Which one?" */
function question(utc: string, zone: string): string {
  const seen = inZone(utc, zone)
  return seen === null
    ? 'This time happens twice. Which one?'
    : `${shortTime(seen)} happens twice on ${dayWords(seen.date)}. Which one?`
}
