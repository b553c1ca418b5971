// Asks which of two instants is meant, where clocks are put back and so show a time twice.
import { Radio, Stack } from '@mantine/core'
import type { DateReading } from '../../../shared/instant.ts'
import type { Edge } from './date-text.ts'
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
      label={`${edge === 'from' ? 'From' : 'To'} comes twice: clocks go back. Which is meant?`}
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
