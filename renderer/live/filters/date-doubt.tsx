// Asks which of two instants is meant: clocks that are put back show a time twice, and 3/11 is read in two ways.
import { Radio, Stack } from '@mantine/core'
import styles from './date-doubt.module.css'
import type { DateMeaning, Edge } from './date-text.ts'
import field from './field.module.css'
import type { FiltersForm } from './use-filters-form.ts'

interface DateDoubtProps {
  form: FiltersForm
  edge: Edge
  doubt: Extract<DateMeaning, { kind: 'ambiguous' }>
}

export function DateDoubt({ form, edge, doubt }: DateDoubtProps) {
  const path = `${edge}.chosen` as const
  const problem = form.problemAt(path)
  return (
    <Radio.Group
      {...form.fields.getInputProps(path)}
      className={styles.root ?? ''}
      classNames={{ label: field.label ?? '', error: field.error ?? '' }}
      label={doubt.question}
      error={problem?.isError && problem.text}
    >
      <Stack gap={6}>
        {doubt.choices.map(({ utc, label }) => (
          <Radio key={utc} size="xs" classNames={{ label: styles.label ?? '' }} value={utc} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
