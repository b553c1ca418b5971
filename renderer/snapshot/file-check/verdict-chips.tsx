// The chips that narrow the lines of an invoice to those of one verdict, with how many there are.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { LineVerdict } from '../../../shared/snapshot/snapshot-invoice.ts'
import { ChipButton } from '../../ui/link-button.tsx'
import type { CheckedInvoice } from '../store/file-check-state.ts'
import styles from './invoice.module.css'
import { VERDICT_WORDS } from './invoice-words.ts'
import ledger from './ledger.module.css'

interface VerdictChipsProps {
  answer: CheckedInvoice
  chosen: LineVerdict | null
  onChoose: (verdict: LineVerdict | null) => void
}

export function VerdictChips({ answer, chosen, onChoose }: VerdictChipsProps) {
  const there = answer.verdicts.filter(({ lines }) => lines > 0)
  return (
    <ul className={`${ledger.chips} ${styles.verdicts}`} aria-label="Verdicts">
      <li>
        <ChipButton aria-pressed={chosen === null} onClick={() => onChoose(null)}>
          <span>All {countWords(answer.lines, 'line')}</span>
        </ChipButton>
      </li>
      {there.map(({ verdict, lines }) => (
        <li key={verdict}>
          <ChipButton
            aria-pressed={chosen === verdict}
            data-verdict={verdict}
            data-count={lines}
            onClick={() => onChoose(chosen === verdict ? null : verdict)}
          >
            <span>
              {VERDICT_WORDS[verdict]} {grouped(lines)}
            </span>
          </ChipButton>
        </li>
      ))}
    </ul>
  )
}
