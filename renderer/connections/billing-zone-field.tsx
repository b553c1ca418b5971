// The zone in which the connection's snapshots count days and months: typed or chosen, or none.
import { Autocomplete } from '@mantine/core'
import { useMemo } from 'react'
import { zones } from '../../shared/time/instant.ts'

interface BillingZoneFieldProps {
  typed: string
  error: string | undefined
  onType: (typed: string) => void
}

/** More than this is no list to read but one to narrow by typing. */
const MOST_LISTED = 60

export function BillingZoneField({ typed, error, onType }: BillingZoneFieldProps) {
  const names = useMemo(() => zones().map((name) => name.replaceAll('_', ' ')), [])
  return (
    <Autocomplete
      name="billingZone"
      label="Billing zone"
      description="Snapshots count days and months in this zone."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="sm"
      data={names}
      limit={MOST_LISTED}
      maxDropdownHeight={220}
      value={typed}
      placeholder="Same as displayed"
      spellCheck={false}
      error={error}
      openOnFocus={false}
      // There it covers neither what is said below the field nor the buttons.
      comboboxProps={{ withinPortal: false, position: 'top' }}
      onChange={onType}
    />
  )
}
