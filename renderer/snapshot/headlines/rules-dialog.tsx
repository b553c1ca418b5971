// The dialog "Price rules" over an open snapshot: what each kind of its events means, the rate card, and all of
// the rules as text.
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { KindLine, KindsAnswer, KindsQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { joinedRules } from '../../../shared/worth/event-kinds.ts'
import { offeredMeanings, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { meaningsOfRules } from '../../../shared/worth/rules-of-meanings.ts'
import { printRules, readRules, rulesVersion } from '../../../shared/worth/rules-text.ts'
import { noRuleWords } from '../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import dialog from '../../ui/kept-lines.module.css'
import { KeptLinesDialog, PastedText } from '../../ui/kept-lines.tsx'
import { seenProperties } from '../../worth/amount-choice.ts'
import { CurrencyWhereNone, KindsTable } from '../../worth/kinds-table.tsx'
import { moneyInWords } from '../../worth/money-words.ts'
import { RateCard } from '../../worth/rate-card.tsx'
import { keepVersion, RulesVersionsTable } from '../../worth/rules-versions.tsx'
import { type KeptRules, keptRules, ruleText, useMeanings, useRules, useRulesDraft } from '../../worth/use-rules.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useWorth } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { moneyKindWords, notValuedWords } from './headline-words.ts'
import styles from './headlines.module.css'
import { KeptMonths } from './kept-months.tsx'

interface RulesDialogProps {
  opened: boolean
  onClose: () => void
  snapshot: SnapshotSummary
  onShowEvents: (scope: Scope) => void
}

export function RulesDialog({ opened, onClose, snapshot, onShowEvents }: RulesDialogProps) {
  const { id: connectionId, name } = snapshot.connection
  const { kept, change } = useRules(connectionId)
  const draft = useRulesDraft(kept)
  /** The draft that the dialog was to be closed with. */
  const [refused, setRefused] = useState<KeptRules | null>(null)
  const closeWith = (then: () => void) => () => {
    setRefused(draft.unsaved)
    if (draft.unsaved !== null) return
    draft.clear()
    then()
  }
  const close = closeWith(onClose)
  return (
    <KeptLinesDialog
      opened={opened}
      onClose={close}
      title="Price rules"
      about={`They say what the events of ${shortened(name, 80)} are worth. The first rule that fits an event applies to it, and every total goes by them. A change counts once it is saved.`}
      kept={draft.rules}
      unreadWords="The price rules that are kept cannot be read. They stay as they are until you correct them below:"
      notice={kept?.isTakenOver && <TakenOver rules={kept.rules.rules.length} />}
      made={keptRules}
      onKept={draft.change}
    >
      {(known, onRules) => (
        <>
          <Rules
            snapshot={snapshot}
            kept={known}
            onRules={onRules}
            onUndo={draft.undo}
            onShowRow={(row) =>
              closeWith(() => {
                onClose()
                onShowEvents(scopeOfRows([row]))
              })()
            }
          />
          <Saving
            connectionId={connectionId}
            kept={kept ?? known}
            unsaved={draft.unsaved}
            isRefused={refused !== null && refused === draft.unsaved}
            onSave={(rules) => {
              change(rules)
              keepVersion(connectionId, kept?.isTakenOver ? null : (kept?.text ?? null), ruleText(rules))
            }}
            onCancel={draft.clear}
          />
        </>
      )}
    </KeptLinesDialog>
  )
}

interface SavingProps {
  connectionId: string
  kept: KeptRules
  /** Null: nothing is to be saved. */
  unsaved: KeptRules | null
  /** The dialog was to be closed with what is not saved. */
  isRefused: boolean
  onSave: (rules: KeptRules) => void
  onCancel: () => void
}

/** Shows what saving would change, before it does. */
function Saving({ connectionId, kept, unsaved, isRefused, onSave, onCancel }: SavingProps) {
  const words = useRef<HTMLSpanElement>(null)
  /** Its buttons are off from then on: where the focus was, the next key leads to what was said. */
  const done = (act: () => void) => () => {
    act()
    words.current?.focus()
  }
  return (
    <section aria-label="What saving changes" className={dialog.saving}>
      {unsaved !== null && <KeptMonths connectionId={connectionId} rules={ruleText(kept)} draft={ruleText(unsaved)} />}
      <div className={dialog.tools}>
        <Button disabled={unsaved === null} onClick={unsaved === null ? undefined : done(() => onSave(unsaved))}>
          Save
        </Button>
        <Button variant="default" disabled={unsaved === null} onClick={done(onCancel)}>
          Cancel changes
        </Button>
        <span ref={words} tabIndex={-1} role={isRefused ? 'alert' : 'status'} className={common.hint}>
          {unsaved === null
            ? 'Nothing to save.'
            : isRefused
              ? 'These changes are not saved. Save them or cancel them, then close.'
              : 'Not saved yet: figures go by the price rules that are kept.'}
        </span>
      </div>
    </section>
  )
}

function TakenOver({ rules }: { rules: number }) {
  return (
    <p className={dialog.tools}>
      {countWords(rules, 'rule')} {rules === 1 ? 'was' : 'were'} made from the meanings given before there were price
      rules, and {rules === 1 ? 'holds' : 'hold'} until you save a change here.
    </p>
  )
}

/** Rules are made for all events, whatever is narrowed just now. */
const ALL: Scope = { where: [], misses: false }
const ALL_PROPERTIES: ValuesQuestion = { ask: 'values', scope: { where: [], misses: true }, keys: null, byCode: false }
const MOST_MEANINGS = 1_000

interface RulesProps {
  snapshot: SnapshotSummary
  kept: KeptRules
  /** False where they cannot be kept, which is said elsewhere. */
  onRules: (rules: WorthRules) => boolean
  /** Null: there is nothing to undo. */
  onUndo: (() => void) | null
  onShowRow: (row: number) => void
}

function Rules({ snapshot, kept, onRules, onUndo, onShowRow }: RulesProps) {
  const { rules, text } = kept
  const isUnread = kept.problems.length > 0
  const [part, setPart] = useState<'rate-card' | 'text' | 'versions' | null>(isUnread ? 'text' : null)
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
      {/* They stand above what comes in later, which would move them away from the pointer. */}
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
        <Button variant="default" aria-expanded={part === 'versions'} onClick={() => toggle('versions')}>
          Versions
        </Button>
        <Button variant="default" disabled={onUndo === null} onClick={onUndo ?? undefined}>
          Undo
        </Button>
        <CurrencyWhereNone rules={rules} isOff={isUnread} onRules={onRules} />
        {text === null || isUnread ? (
          <span className={common.hint}>No price rules yet</span>
        ) : (
          <CountedRules rules={rules} />
        )}
      </div>
      {part === 'versions' && (
        <RulesVersionsTable connectionId={snapshot.connection.id} zone={snapshot.range.zone} outcome={outcome} />
      )}
      {part === 'rate-card' && <RateCard rules={rules} onRules={onRules} />}
      {/* What is typed stays while another part is looked at. */}
      <div hidden={part !== 'text'}>
        <RulesAsText kept={kept} outcome={outcome} onRules={onRules} />
      </div>
      <Suggested kinds={kinds.answer} isOff={isUnread || kinds.isBusy} rules={rules} onRules={onRules} />
      <KindsTable
        kinds={kinds.answer}
        meanings={meanings}
        rules={rules}
        isOff={isUnread}
        onRules={onRules}
        onShowRow={onShowRow}
      />
      <div>{outcome(printRules(rules))}</div>
    </>
  )
}

/** Tells what the rules make of the events at hand, and the meanings that this was asked with. */
function useKinds(snapshot: SnapshotSummary, kept: KeptRules) {
  const { meanings: before, isKnown } = useMeanings(snapshot.connection.id)
  const confirmed = useMemo(
    () => (kept.text === null || kept.isTakenOver ? before : meaningsOfRules(kept.rules)),
    [kept, before],
  )
  const values = useSnapshotAnswer(snapshot.id, ALL_PROPERTIES)
  const meanings = useMemo((): PropertyMeanings => {
    const seen = values.answer === null ? [] : seenProperties(values.answer.summaries)
    return [...confirmed, ...offeredMeanings(seen, confirmed)].slice(0, MOST_MEANINGS)
  }, [values.answer, confirmed])
  const question: KindsQuestion | null =
    values.answer === null || !isKnown
      ? null
      : { ask: 'kinds', scope: ALL, rules: ruleText(kept), meanings, wholeRange: wholeRangeOf(snapshot, ALL) }
  return { values, meanings, kinds: useSnapshotAnswer(snapshot.id, question) }
}

/** "7 price rules and 12 prices", with the version where it is pointed at. */
const CountedRules = ({ rules }: { rules: WorthRules }) => (
  <span className={common.hint} title={`Version ${rulesVersion(rules)}`}>
    {countWords(rules.rules.length, 'price rule')} and {countWords(rules.prices.length, 'price')}
  </span>
)

interface RulesAsTextProps extends Pick<RulesProps, 'kept' | 'onRules'> {
  /** Tells what rules would come to, drawn. */
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
      note="Price rules and rate card as one text, to keep or to paste elsewhere."
      typed={typed}
      onType={setTyped}
      read={typed.trim() === '' ? null : readRules(typed)}
      outcome={({ rules }) => (
        <>
          <p>
            <CountedRules rules={rules} />. With them:
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
      Names and values suggest what {countWords(open.length, 'kind')} of events without a price rule{' '}
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
  const moneyKinds = answer.moneyKinds
    .filter(({ events }) => events > 0)
    .map(({ moneyKind, events }) => moneyKindWords(moneyKind, events, answer.notInSums))
  const parts = [
    ...(why !== null ? [`No total: ${why}`] : []),
    ...(nets.length === 0 ? [] : [`Charged less taken off: ${nets.slice(0, MOST_SUMS).join(', ')}${more}`]),
    ...moneyKinds,
    ...answer.notValued.map(notValuedWords),
  ]
  return (
    <p className={`${common.medium} ${common.wrapped} ${styles.outcome}`} aria-busy={isBusy}>
      {parts.join(' · ')}
    </p>
  )
}
