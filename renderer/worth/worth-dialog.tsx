// The dialog "What events are worth": what each kind of events means, the rate card, and all of it as text.
import { Button, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { KindLine, KindsAnswer } from '../../shared/snapshot/snapshot-worth.ts'
import { joinedRules } from '../../shared/worth/event-kinds.ts'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { printRules, readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'
import dialog from '../ui/kept-lines.module.css'
import { PastedText, Sentences } from '../ui/kept-lines.tsx'
import { KindsTable } from './kinds-table.tsx'
import { RateCard } from './rate-card.tsx'
import { type KeptRules, keptRules } from './use-rules.ts'

export interface WorthDialogProps {
  opened: boolean
  onClose: () => void
  connectionName: string
  /** Null until they are known. */
  kept: KeptRules | null
  onKept: (kept: KeptRules) => void
  /** Whether they outlive this run, in a sentence. */
  keptWords: string
  /** What the rules make of the events at hand, the meanings they were asked with, and whether they are asked again. */
  asked: { kinds: KindsAnswer | null; meanings: PropertyMeanings; isBusy: boolean }
  /** What these rules would come to, drawn. */
  outcome: (text: string) => ReactNode
  onShowRow: (row: number) => void
}

export function WorthDialog({ opened, onClose, kept, ...rest }: WorthDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="What events are worth"
      size={1_080}
      centered={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && kept !== null && <Content kept={kept} {...rest} />}
    </Modal>
  )
}

type ContentProps = Omit<WorthDialogProps, 'opened' | 'onClose' | 'kept'> & { kept: KeptRules }

function Content({ connectionName, kept, onKept, keptWords, asked, outcome, onShowRow }: ContentProps) {
  const [part, setPart] = useState<'rate-card' | 'text' | null>(kept.problems.length > 0 ? 'text' : null)
  const [problem, setProblem] = useState<string | null>(null)
  const { rules, problems, text, isTakenOver } = kept
  const isUnread = problems.length > 0
  const change = (next: WorthRules): boolean => {
    const made = keptRules(next)
    setProblem(typeof made === 'string' ? made : null)
    if (typeof made !== 'string') onKept(made)
    return typeof made !== 'string'
  }
  const toggle = (one: typeof part) => setPart(part === one ? null : one)
  return (
    <div className={dialog.content}>
      <p className={common.hint}>
        Rules say what the events of {shortened(connectionName, 80)} are worth. An event takes the first rule that it
        meets; all that is called money goes by them. {keptWords}
      </p>
      {isUnread && (
        <div role="alert" className={dialog.alert}>
          <p>The rules that are kept cannot be read. They stay as they are until you correct them below:</p>
          <Sentences all={problems} />
        </div>
      )}
      {isTakenOver && (
        <p className={dialog.tools}>
          {countWords(rules.rules.length, 'rule')} {rules.rules.length === 1 ? 'was' : 'were'} made of the meanings that
          were said before there were rules, and {rules.rules.length === 1 ? 'holds' : 'hold'} until you change
          something here.
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={common.danger}>
          {problem}
        </p>
      )}
      {/* Above what comes in later, which would move them away from the pointer. So would a centred dialog. */}
      <div className={dialog.tools}>
        <Button
          variant="default"
          aria-expanded={part === 'rate-card'}
          disabled={isUnread}
          onClick={() => toggle('rate-card')}
        >
          Rate card
        </Button>
        <Button variant="default" aria-expanded={part === 'text'} onClick={() => toggle('text')}>
          As text
        </Button>
        <span className={common.hint}>
          {text === null || isUnread ? 'No rules yet' : `Version ${rulesVersion(rules)}`} ·{' '}
          {countWords(rules.rules.length, 'rule')} · {countWords(rules.prices.length, 'price')}
        </span>
      </div>
      {part === 'rate-card' && <RateCard rules={rules} onRules={change} />}
      {/* What is typed stays while another part is looked at. */}
      <div hidden={part !== 'text'}>
        <RulesAsText kept={kept} outcome={outcome} onRules={change} />
      </div>
      <Suggested kinds={asked.kinds} isOff={isUnread || asked.isBusy} rules={rules} onRules={change} />
      <KindsTable asked={asked} rules={rules} isOff={isUnread} onRules={change} onShowRow={onShowRow} />
      <div>{outcome(printRules(rules))}</div>
    </div>
  )
}

interface SuggestedProps {
  kinds: KindsAnswer | null
  isOff: boolean
  rules: WorthRules
  onRules: (rules: WorthRules) => boolean
}

/** Takes what names and values suggest, for kinds of events of which none has a rule. */
function Suggested({ kinds, isOff, rules, onRules }: SuggestedProps) {
  const open = kinds?.kind === 'answered' ? kinds.kinds.filter(isOpen) : []
  const offered = open.flatMap(({ offered: rule }) => (rule === null ? [] : [rule]))
  if (offered.length === 0) return null
  // Last, so that nothing is taken from a rule that is there.
  const take = () => onRules({ ...rules, rules: [...rules.rules, ...joinedRules(offered)] })
  return (
    <p className={dialog.tools}>
      Names and values suggest what {countWords(open.length, 'kind')} of events without a rule{' '}
      {open.length === 1 ? 'means' : 'mean'}.
      <Button variant="default" disabled={isOff} onClick={take}>
        Use what is suggested
      </Button>
    </p>
  )
}

const isOpen = ({ takes, offered }: KindLine) => offered !== null && takes.every(({ rule }) => rule === null)

interface RulesAsTextProps {
  kept: KeptRules
  outcome: (text: string) => ReactNode
  /** False where they cannot be kept, which is said elsewhere. */
  onRules: (rules: WorthRules) => boolean
}

function RulesAsText({ kept, outcome, onRules }: RulesAsTextProps) {
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
