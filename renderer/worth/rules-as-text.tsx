// Rules as text: copied, and pasted with what they would come to before they apply. What is typed stays until it is used.
import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { printRules, readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import common from '../ui/common.module.css'
import { CopyButton } from '../ui/copy-button.tsx'
import { Sentences } from '../ui/sentences.tsx'
import type { KeptRules } from './use-rules.ts'
import styles from './worth-dialog.module.css'

interface RulesAsTextProps {
  kept: KeptRules
  outcome: (text: string) => ReactNode
  /** False where they cannot be kept, which is said elsewhere. */
  onRules: (rules: WorthRules) => boolean
}

export function RulesAsText({ kept, outcome, onRules }: RulesAsTextProps) {
  const own = kept.problems.length > 0 ? (kept.text ?? '') : printRules(kept.rules)
  const [typed, setTyped] = useState(kept.problems.length > 0 ? own : '')
  const read = typed.trim() === '' ? null : readRules(typed)
  const use = () => {
    if (read?.ok && onRules(read.rules)) setTyped('')
  }
  return (
    <div className={styles.part}>
      <div className={styles.tools}>
        <CopyButton text={own} label="Copy rules">
          Copy rules
        </CopyButton>
        <span className={common.note}>Rules and rate card as one text, to be kept or pasted elsewhere.</span>
      </div>
      <Textarea
        label="Paste rules"
        rows={8}
        spellCheck={false}
        classNames={{ input: styles.text ?? '' }}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {read?.ok === false && (
        <div role="alert" className={common.danger}>
          <Sentences all={read.problems} />
        </div>
      )}
      {read?.ok && (
        <div className={styles.tried} role="status">
          <p>
            {countWords(read.rules.rules.length, 'rule')} and {countWords(read.rules.prices.length, 'price')}, version{' '}
            {rulesVersion(read.rules)}. With them:
          </p>
          {outcome(printRules(read.rules))}
        </div>
      )}
      <div className={styles.tools}>
        <Button disabled={read?.ok !== true} onClick={use}>
          Use these rules
        </Button>
      </div>
    </div>
  )
}
