// Rules as text: copied, and pasted with what they would come to before they apply.
import { type ReactNode, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { printRules, readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { PastedText } from '../ui/kept-lines.tsx'
import type { KeptRules } from './use-rules.ts'

interface RulesAsTextProps {
  kept: KeptRules
  outcome: (text: string) => ReactNode
  /** False where they cannot be kept, which is said elsewhere. */
  onRules: (rules: WorthRules) => boolean
}

export function RulesAsText({ kept, outcome, onRules }: RulesAsTextProps) {
  const keptText = kept.problems.length > 0 ? (kept.text ?? '') : printRules(kept.rules)
  const [typed, setTyped] = useState(kept.problems.length > 0 ? keptText : '')
  return (
    <PastedText<{ ok: true; rules: WorthRules }>
      name="rules"
      keptText={keptText}
      note="Rules and rate card as one text, to be kept or pasted elsewhere."
      typed={typed}
      onType={setTyped}
      read={typed.trim() === '' ? null : readRules(typed)}
      outcome={({ rules }) => (
        <>
          <p>
            {countWords(rules.rules.length, 'rule')} and {countWords(rules.prices.length, 'price')}, version{' '}
            {rulesVersion(rules)}. With them:
          </p>
          {outcome(printRules(rules))}
        </>
      )}
      use="Use these rules"
      onUse={({ rules }) => onRules(rules)}
    />
  )
}
