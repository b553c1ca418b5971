// What possible duplicates are looked for by: how far apart they may be, and which property says how much is too much.
import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { DuplicatesQuestion } from '../../../shared/snapshot-checks.ts'
import type { ChecksSession, ChecksView } from '../../session/checks-session.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from './amounts.ts'
import styles from './checks.module.css'

interface ChecksToolsProps {
  view: ChecksView
  amount: AmountChoice
  onLook: ChecksSession['look']
}

const WINDOWS: { seconds: DuplicatesQuestion['windowSeconds']; label: string }[] = [
  { seconds: 0, label: 'Same instant' },
  { seconds: 5, label: '5 s' },
  { seconds: 60, label: '1 min' },
]

export function ChecksTools({ view, amount, onLook }: ChecksToolsProps) {
  return (
    <>
      <div className={styles.field}>
        <span>Duplicates within</span>
        <SegmentedControl
          aria-label="Duplicates within"
          value={String(view.windowSeconds)}
          data={WINDOWS.map(({ seconds, label }) => ({ value: String(seconds), label }))}
          onChange={(chosen) => {
            const found = WINDOWS.find(({ seconds }) => String(seconds) === chosen)
            if (found !== undefined) onLook({ windowSeconds: found.seconds })
          }}
        />
      </div>
      <NativeSelect
        label="Amount"
        classNames={{ label: styles.label ?? '', input: styles.select ?? '' }}
        value={amount.name === null ? '' : `=${amount.name}`}
        onChange={({ currentTarget: { value } }) => onLook({ amount: value === '' ? null : value.slice(1) })}
      >
        <option value="">nothing</option>
        {amount.names.map((name) => (
          <option key={name} value={`=${name}`}>
            {shortened(name, 60)}
          </option>
        ))}
      </NativeSelect>
      <p className={styles.note}>
        {amount.name !== null &&
          !amount.confirmed &&
          (amount.units.length === 0
            ? 'What it means is not confirmed.'
            : `By ${amount.units.map((unit) => shortened(unit, 40)).join(' and ')}; what they mean is not confirmed.`)}
      </p>
    </>
  )
}
