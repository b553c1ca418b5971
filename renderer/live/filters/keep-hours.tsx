// After a change of the time zone, days stay days and so become other hours. Offers to keep the hours instead.
import { zoneCity } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import field from './field.module.css'
import type { FiltersForm } from './use-filters-form.ts'

export function KeepHours({ form: { keepHours, clock } }: { form: FiltersForm }) {
  if (keepHours === null) return null
  return (
    <div role="status" className={field.description}>
      These are now days in {zoneCity(clock.zone)}.{' '}
      <LinkButton tone="accent" onClick={keepHours}>
        Keep the same hours
      </LinkButton>
    </div>
  )
}
