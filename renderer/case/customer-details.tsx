// What a case for the customer says besides its entries, and which properties of events it shows.
import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { type Case, type CaseDetails, LONGEST_NOTE } from '../../shared/case/case.ts'
import { parseExact } from '../../shared/exact/exact-json.ts'
import type { ReceiptFacts } from '../../shared/export/receipt-facts.ts'
import { shortened } from '../ui/excerpt.ts'
import styles from './case-dialog.module.css'

interface CustomerDetailsProps {
  known: Case
  /** Those that entries name. */
  customers: readonly string[]
  customerId: string | null
  /** That are shown. */
  properties: readonly string[]
  onCustomer: (customerId: string) => void
  onProperties: (properties: string[]) => void
  onChange: (known: Case) => void
}

const LINES: readonly { name: keyof CaseDetails; label: string }[] = [
  { name: 'invoiceNumber', label: 'Invoice number' },
  { name: 'disputed', label: 'Disputed amount, with its currency' },
  { name: 'preparedBy', label: 'Prepared by' },
  { name: 'date', label: 'Date' },
]
const TEXTS: readonly { name: keyof CaseDetails; label: string }[] = [
  { name: 'claim', label: 'Claim' },
  { name: 'leftOut', label: 'Left out, and why' },
  { name: 'notInEvents', label: 'Not in events' },
  { name: 'conclusion', label: 'Conclusion' },
]

export function CustomerDetails(props: CustomerDetailsProps) {
  const { known, customers, customerId, properties, onCustomer, onProperties, onChange } = props
  const { details } = known
  const names = useMemo(() => propertyNames(known), [known])
  const put = (name: keyof CaseDetails, value: string) => onChange({ ...known, details: { ...details, [name]: value } })
  return (
    <div className={styles.fields}>
      <Select
        label="Customer"
        data={customers.map((one) => ({ value: one, label: shortened(one, 60) }))}
        value={customerId}
        allowDeselect={false}
        onChange={(value) => value !== null && onCustomer(value)}
      />
      {LINES.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          maxLength={1_000}
          value={details[name]}
          onChange={({ currentTarget }) => put(name, currentTarget.value)}
        />
      ))}
      {TEXTS.map(({ name, label }) => (
        <Textarea
          key={name}
          label={label}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={LONGEST_NOTE}
          value={details[name]}
          onChange={({ currentTarget }) => put(name, currentTarget.value)}
        />
      ))}
      {names.length > 0 && (
        <Checkbox.Group
          className={styles.wide ?? ''}
          label="Properties that are shown"
          description="All others are left out, of events, tables and receipts."
          value={[...properties]}
          onChange={onProperties}
        >
          <div className={styles.properties}>
            {names.map((name) => (
              <Checkbox key={name} value={name} label={shortened(name, 60)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  )
}

const MOST_NAMES = 100

/** Of the events, tables and receipts in it, in their order. */
function propertyNames({ items }: Case): string[] {
  const names = new Set<string>()
  for (const item of items) {
    if (item.is === 'table') for (const name of item.properties) names.add(name)
    if (item.is === 'receipt') for (const name of namedIn(item.receipt)) names.add(name)
    if (item.is !== 'event') continue
    const read = parseExact(item.source)
    if (!read.ok || read.value.kind !== 'object') continue
    const sent = read.value.members.find(({ name }) => name === 'event_properties')?.value
    if (sent?.kind === 'object') for (const { name } of sent.members) names.add(name)
  }
  return [...names].slice(0, MOST_NAMES)
}

/** Properties that were searched for, or summed. */
const namedIn = ({ lines, sums }: ReceiptFacts): string[] => [
  ...lines.flatMap(({ shown }) => (typeof shown === 'string' ? [] : [shown.property])),
  ...sums.flatMap(({ property }) => property ?? []),
]
