// Any number of property filters: rows that are added and removed, with the focus following.
import { UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { SeenValues } from '../store/seen-values.ts'
import field from './field.module.css'
import { newProperty } from './filters-draft.ts'
import styles from './property-filter-row.module.css'
import { PropertyFilterRow } from './property-filter-row.tsx'
import type { FiltersForm } from './use-filters-form.ts'

interface PropertyFiltersProps {
  form: FiltersForm
  /** What their names and values complete to. */
  seen: Pick<SeenValues, 'matching'>
}

export function PropertyFilters({ form, seen }: PropertyFiltersProps) {
  const { fields } = form
  const { properties } = fields.values
  const addButton = useRef<HTMLButtonElement>(null)
  const focusNext = useRef<number | null>(null)

  useEffect(() => {
    const index = focusNext.current
    if (index === null) return
    focusNext.current = null
    const name = fields.getInputNode(`properties.${Math.min(index, properties.length - 1)}.name`)
    ;(name ?? addButton.current)?.focus()
  })

  function add() {
    focusNext.current = properties.length
    fields.insertListItem('properties', newProperty(properties))
  }

  function remove(index: number) {
    focusNext.current = index
    fields.removeListItem('properties', index)
  }

  return (
    <div className={field.root}>
      <div className={field.label}>Properties</div>
      <div className={styles.rows}>
        {properties.map(({ key }, index) => (
          <PropertyFilterRow key={key} form={form} index={index} seen={seen} onRemove={() => remove(index)} />
        ))}
      </div>
      <UnstyledButton ref={addButton} className={styles.addRow} onClick={add}>
        <IconPlus size={14} aria-hidden />
        Add property filter
      </UnstyledButton>
    </div>
  )
}
