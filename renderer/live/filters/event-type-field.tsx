// The choice between all events, credits and debits.
import { Input, SegmentedControl } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { eventField } from '../../../shared/event/event-fields.ts'
import styles from './event-type-field.module.css'
import field from './field.module.css'
import type { FiltersDraft } from './filters-draft.ts'
import type { FiltersForm } from './use-filters-form.ts'

const TYPES: { value: FiltersDraft['eventType']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
]

export function EventTypeField({ form }: { form: FiltersForm }) {
  const labelId = useId()
  return (
    <div className={field.root}>
      <Input.Label labelElement="div" id={labelId} className={field.label ?? ''}>
        {eventField('eventType').label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        classNames={styles}
        fullWidth
        data={TYPES}
        value={form.fields.values.eventType}
        onChange={(value) => form.fields.setFieldValue('eventType', value)}
      />
    </div>
  )
}
