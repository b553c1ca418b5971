// The dialog "What events are worth" over an open snapshot: what each kind of its events means, the rate card, and all of
// the rules as text.
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { scopeInHand } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { KindLine, KindsAnswer, KindsQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { joinedRules } from '../../../shared/worth/event-kinds.ts'
import { offeredMeanings, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { printRules, readRules, rulesVersion } from '../../../shared/worth/rules-text.ts'
import { noRuleWords } from '../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import dialog from '../../ui/kept-lines.module.css'
import { KeptLinesDialog, PastedText } from '../../ui/kept-lines.tsx'
import { seenProperties } from '../../worth/amount-choice.ts'
import { CurrencyWhereNone } from '../../worth/currency-choice.tsx'
import { KindsTable } from '../../worth/kinds-table.tsx'
import { moneyInWords } from '../../worth/money-words.ts'
import { RateCard } from '../../worth/rate-card.tsx'
import { type KeptRules, keptRules, ruleText, useMeanings, useRules } from '../../worth/use-rules.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useWorth } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { binWords, notValuedWords } from './headline-words.ts'
import styles from './headlines.module.css'

interface RulesDialogProps {
  opened: boolean
  onClose: () => void
  snapshot: SnapshotSummary
  onShowEvents: (scope: Scope) => void
}

export function RulesDialog({ opened, onClose, snapshot, onShowEvents }: RulesDialogProps) {
  const { id: connectionId, name } = snapshot.connection
  const { kept, change } = useRules(connectionId)
  return (
    <KeptLinesDialog
      opened={opened}
      onClose={onClose}
      title="What events are worth"
      about={`Rules say what the events of ${shortened(name, 80)} are worth. An event takes the first rule that it meets; all that is called money goes by them.`}
      kept={kept}
      unreadWords="The rules that are kept cannot be read. They stay as they are until you correct them below:"
      notice={kept?.isTakenOver && <TakenOver rules={kept.rules.rules.length} />}
      made={keptRules}
      onKept={change}
    >
      {(known, onRules) => (
        <Rules
          snapshot={snapshot}
          kept={known}
          onRules={onRules}
          onShowRow={(row) => {
            onClose()
            onShowEvents(scopeOfRows([row]))
          }}
        />
      )}
    </KeptLinesDialog>
  )
}

function TakenOver({ rules }: { rules: number }) {
  return (
    <p className={dialog.tools}>
      {countWords(rules, 'rule')} {rules === 1 ? 'was' : 'were'} made of the meanings that were said before there were
      rules, and {rules === 1 ? 'holds' : 'hold'} until you change something here.
    </p>
  )
}

/** Rules are made for all events, whatever is narrowed just now. */
const ALL: Scope = { where: [], misses: false }
const ALL_PROPERTIES: ValuesQuestion = { ask: 'values', scope: { where: [], misses: true }, keys: null, byCode: false }
const MOST_MEANINGS = 1_000

/** Changes that can be undone. */
const MOST_UNDONE = 100

interface RulesProps {
  snapshot: SnapshotSummary
  kept: KeptRules
  /** False where they cannot be kept, which is said elsewhere. */
  onRules: (rules: WorthRules) => boolean
  onShowRow: (row: number) => void
}

function Rules({ snapshot, kept, onRules, onShowRow }: RulesProps) {
  const { rules, text } = kept
  const isUnread = kept.problems.length > 0
  /** What was kept before each change since the dialog opened, latest last. */
  const [past, setPast] = useState<readonly WorthRules[]>([])
  const change = (next: WorthRules): boolean => {
    const isKept = onRules(next)
    if (isKept && !isUnread) setPast([...past, rules].slice(-MOST_UNDONE))
    return isKept
  }
  const [part, setPart] = useState<'rate-card' | 'text' | null>(isUnread ? 'text' : null)
  const toggle = (one: typeof part) => setPart(part === one ? null : one)
  const { values, meanings, kinds } = useKinds(snapshot, kept)
  const trouble = [values, kinds].find((one) => one.trouble !== null)
  const outcome = (printed: string) =>
    trouble?.trouble ? (
      <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
    ) : (
      <RulesOutcome snapshot={snapshot} text={printed} />
    )
  return (
    <>
      {/* Above what comes in later, which would move them away from the pointer. */}
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
        <Button
          variant="default"
          disabled={isUnread || past.length === 0}
          onClick={() => {
            const before = past.at(-1)
            if (before !== undefined && onRules(before)) setPast(past.slice(0, -1))
          }}
        >
          Undo
        </Button>
        <CurrencyWhereNone rules={rules} isOff={isUnread} onRules={change} />
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
      <Suggested kinds={kinds.answer} isOff={isUnread || kinds.isBusy} rules={rules} onRules={change} />
      <KindsTable
        kinds={kinds.answer}
        meanings={meanings}
        rules={rules}
        isOff={isUnread}
        onRules={change}
        onShowRow={onShowRow}
      />
      <div>{outcome(printRules(rules))}</div>
    </>
  )
}

/** What the rules make of the events at hand, and the meanings that this was asked with. */
function useKinds(snapshot: SnapshotSummary, kept: KeptRules) {
  const { meanings: confirmed, isKnown } = useMeanings(snapshot.connection.id)
  const values = useSnapshotAnswer(snapshot.id, ALL_PROPERTIES)
  const meanings = useMemo((): PropertyMeanings => {
    const seen = values.answer === null ? [] : seenProperties(values.answer.summaries)
    return [...confirmed, ...offeredMeanings(seen, confirmed)].slice(0, MOST_MEANINGS)
  }, [values.answer, confirmed])
  const question: KindsQuestion | null =
    values.answer === null || !isKnown
      ? null
      : { ask: 'kinds', scope: ALL, rules: ruleText(kept), meanings, inHand: scopeInHand(snapshot, ALL) }
  return { values, meanings, kinds: useSnapshotAnswer(snapshot.id, question) }
}

interface RulesAsTextProps extends Pick<RulesProps, 'kept' | 'onRules'> {
  /** What rules would come to, drawn. */
  outcome: (text: string) => ReactNode
}

function RulesAsText({ kept, outcome, onRules }: RulesAsTextProps) {
  const isUnread = kept.problems.length > 0
  const keptText = isUnread ? (kept.text ?? '') : printRules(kept.rules)
  const [typed, setTyped] = useState(isUnread ? keptText : '')
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

interface SuggestedProps extends Pick<RulesProps, 'onRules'> {
  kinds: KindsAnswer | null
  isOff: boolean
  rules: WorthRules
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

/** A longer line would not be read. */
const MOST_SUMS = 6

/** One line that says what the events are worth by the rules, whether or not these apply yet. */
function RulesOutcome({ snapshot, text }: { snapshot: SnapshotSummary; text: string }) {
  const { answer, isBusy, trouble } = useWorth(snapshot, ALL, text)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (answer === null || answer.kind === 'no-rules') return <p className={common.hint}>Calculating…</p>
  const why = noRuleWords(answer)
  const nets = answer.currencies.flatMap(({ net, currency }) => (net === null ? [] : [moneyInWords(net, currency)]))
  const more = nets.length > MOST_SUMS ? ` and ${nets.length - MOST_SUMS} more` : ''
  const bins = answer.bins.filter(({ events }) => events > 0).map(({ bin, events }) => binWords(bin, events))
  const parts = [
    ...(why !== null ? [`Nothing is netted: ${why}`] : []),
    ...(nets.length === 0 ? [] : [`Net of these events: ${nets.slice(0, MOST_SUMS).join(', ')}${more}`]),
    ...bins,
    ...answer.notValued.map(notValuedWords),
  ]
  return (
    <p className={styles.outcome} aria-busy={isBusy}>
      {parts.join(' · ')}
    </p>
  )
}
