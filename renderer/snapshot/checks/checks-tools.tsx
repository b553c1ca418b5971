// How possible duplicates are searched for: how far apart they may be, and which property is the amount.
import { Input, SegmentedControl } from '@mantine/core'
import type { DuplicatesQuestion } from '../../../shared/snapshot/snapshot-checks.ts'
import { shortened } from '../../ui/excerpt.ts'
import { PropertySelect } from '../../ui/property-select.tsx'
import tool from '../../ui/tool-field.module.css'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import type { ChecksSession, ChecksState } from '../store/checks-session.ts'
import styles from './checks-tab.module.css'

interface ChecksToolsProps {
  view: ChecksState
  amount: AmountChoice
  /** Properties that give the units of these events; null until known. */
  by: readonly string[] | null
  onLook: ChecksSession['look']
}

const WINDOWS: { seconds: DuplicatesQuestion['windowSeconds']; label: string }[] = [
  { seconds: 0, label: 'Same instant' },
  { seconds: 5, label: '5 s' },
  { seconds: 60, label: '1 min' },
]

export function ChecksTools({ view, amount, by, onLook }: ChecksToolsProps) {
  return (
    <>
      <Input.Wrapper
        label="Duplicates within"
        labelElement="div"
        classNames={{ root: styles.field ?? '', label: tool.label ?? '' }}
      >
        <SegmentedControl
          aria-label="Duplicates within"
          value={String(view.windowSeconds)}
          data={WINDOWS.map(({ seconds, label }) => ({ value: String(seconds), label }))}
          onChange={(chosen) => {
            const found = WINDOWS.find(({ seconds }) => String(seconds) === chosen)
            if (found !== undefined) onLook({ windowSeconds: found.seconds })
          }}
        />
      </Input.Wrapper>
      <PropertySelect
        label="Amount"
        classNames={{ label: tool.label ?? '', input: tool.select ?? '' }}
        names={amount.names}
        value={amount.name}
        none="nothing"
        onChange={(name) => onLook({ amount: name })}
      />
      <p className={styles.note}>{amount.name !== null && by !== null && unitsWords(by, amount)}</p>
    </>
  )
}

function unitsWords(by: readonly string[], { confirmed }: AmountChoice): string {
  if (by.length === 0) return 'Unit not known.'
  const units = by.map((unit) => shortened(unit, 40)).join(' and ')
  return confirmed ? `By ${units}.` : `By ${units}, not confirmed.`
}
