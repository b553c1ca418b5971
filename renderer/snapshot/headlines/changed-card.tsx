// "Changed since the closing copy": what is here now less what was there when the month was closed, by the price rules
// of that time.
import { useQuery } from '@tanstack/react-query'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { CHANGE_KINDS, type ChangeKind, type ChangesAnswer } from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { bridge } from '../../bridge.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { dayWords } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { moneyWords, signedMoney } from '../../worth/money-words.ts'
import { readKeptRules, ruleText } from '../../worth/use-rules.ts'
import { notInChange, sentWithout, worthWords } from '../changes/changes-words.ts'
import { summedWorth } from '../figures/summed-worth.ts'
import { unruledBy, useAmount } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { type ComparedSnapshots, changesQuestion, wholeRangeOfBoth } from '../store/compared-snapshots.ts'
import styles from './headlines.module.css'

type Compared = Extract<ChangesAnswer, { kind: 'compared' }>

export interface Changed {
  /** The closed one is there. */
  compared: ComparedSnapshots
  counts: Compared['counts']
  worth: NonNullable<Compared['worth']>
  amount: AmountChoice
}

/** Null until known, or without a closing. @param compared the open snapshot with the closed one, if any */
export function useChanged(
  compared: ComparedSnapshots | null,
  snapshot: ComparedSnapshots['here'],
  scope: Scope,
): Changed | null {
  const { amount, meanings, names } = useAmount(snapshot, scope)
  const id = compared?.there.id ?? ''
  const version = compared?.there.closed?.rulesVersion ?? null
  const { data: rules = null } = useQuery({
    queryKey: ['closing-rules', id, version],
    queryFn: () => bridge.snapshots.closingRules({ snapshotId: id }),
    enabled: compared !== null && version !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const text = version !== null && rules === null ? null : ruleText(readKeptRules(rules))
  const question =
    compared === null || text === null || names === null
      ? null
      : {
          ...changesQuestion(compared, scope, {
            rules: text,
            wholeRange: wholeRangeOfBoth(compared, scope),
            unruled: unruledBy(amount, meanings),
            by: [],
          }),
          rows: false,
        }
  const { answer } = useSnapshotAnswer(snapshot.id, question)
  if (compared === null || answer?.kind !== 'compared' || answer.worth === null) return null
  return { compared, counts: answer.counts, worth: answer.worth, amount }
}

/** Currencies of which figures are drawn; "Changes" has them all. */
const MOST_SUMS = 6

const KIND_WORDS: Record<ChangeKind, string> = { added: 'Added', gone: 'Gone', altered: 'Altered' }

interface ChangedCardProps {
  changed: Changed
  /** Times are shown in it. */
  zone: string
  onShowChanges: () => void
}

export function ChangedCard({ changed, zone, onShowChanges }: ChangedCardProps) {
  const { compared, counts, worth, amount } = changed
  const { closed, name } = compared.there
  const sum = summedWorth(CHANGE_KINDS.map((kind) => worth[kind]))
  const kinds = CHANGE_KINDS.filter((kind) => counts[kind] > 0)
  return (
    <div className={common.card}>
      <h3 className={common.cardTitle}>Changed since the closing copy</h3>
      <p className={styles.figures}>
        {sum.all.slice(0, MOST_SUMS).map(({ currency, net, charged, reduces }) => (
          <span
            key={currency ?? ''}
            className={`${common.hint} ${common.wrapped} ${styles.figure}`}
            data-headline={net === null ? undefined : 'changed'}
            data-currency={currency ?? undefined}
            data-value={net === null ? undefined : moneyText(net, currency)}
          >
            {net === null ? (
              <>
                <b>{signedMoney(charged, currency)}</b> charged, <b>{signedMoney(reduces, currency)}</b> taken off
              </>
            ) : (
              <b>{signedMoney(net, currency)}</b>
            )}{' '}
            {currency === null ? 'currency not set' : shortened(currency, 20)}
            <Without words={notInChange(sum.notIn, currency)} />
          </span>
        ))}
        {sum.asSent.all.slice(0, MOST_SUMS).flatMap(({ units, code, changes, ...sides }) =>
          (['debit', 'credit', 'neither'] as const).map((side) => {
            const exact = changes[side]?.difference ?? null
            return exact === null ? null : (
              <span
                key={JSON.stringify([units, code, side])}
                className={`${common.hint} ${common.wrapped} ${styles.figure}`}
                data-changed={side}
                data-value={exact}
              >
                {SIDE_WORDS[side]} <b>{moneyWords(exact, units, { isSigned: true, isMinor: amount.isMinor, code })}</b>
                <Without words={sentWithout(sides)} />
              </span>
            )
          }),
        )}
        {kinds.length === 0 && <span className={`${common.hint} ${common.wrapped} ${styles.figure}`}>nothing</span>}
      </p>
      <p className={common.hint}>
        {kinds.map((kind) => (
          <span key={kind} data-change={kind} data-count={counts[kind]} title={kindWords(changed, kind)}>
            {countWords(counts[kind], 'event')} {kind}.{' '}
          </span>
        ))}
        <span title={`${shortened(name, 60)}: ${rulesOfThen(changed)}`}>
          Kept as closing copy {dayAndMinute(closed?.at ?? '', zone)}
        </span>
        {kinds.length > 0 && (
          <>
            {'. '}
            <LinkButton tone="accent" quiet aria-label="Show changes" onClick={onShowChanges}>
              Show
            </LinkButton>
          </>
        )}
      </p>
    </div>
  )
}

const Without = ({ words }: { words: string | null }) => words !== null && <span className={common.hint}> {words}</span>

const SIDE_WORDS = { debit: 'Debits', credit: 'Credits', neither: 'Other' }

/** "Added: −375.30 EUR (+37.20 charged, −412.50 taken off), 2 events". */
function kindWords({ counts, worth, amount }: Changed, kind: ChangeKind): string {
  return `${KIND_WORDS[kind]}: ${[...worthWords(worth[kind], amount), countWords(counts[kind], 'event')].join(', ')}`
}

/** "28 Nov 2026, 22:42". */
function dayAndMinute(instant: string, zone: string): string {
  const seen = inZone(instant, zone)
  return seen === null ? instant : `${dayWords(seen.date)} ${seen.date.slice(0, 4)}, ${seen.time.slice(0, 5)}`
}

function rulesOfThen({ compared, worth }: Changed): string {
  return compared.there.closed?.rulesVersion == null
    ? 'kept without price rules, so debits and credits stand apart'
    : `by the price rules of that time, version ${worth.version}`
}

/** Lines under a copied table. */
export function changedSource(changed: Changed | null): CopiedSource {
  if (changed === null) return []
  const kinds = CHANGE_KINDS.filter((kind) => changed.counts[kind] > 0).map((kind) => kindWords(changed, kind))
  return [
    ['Changed since the closing copy', `${kinds.length === 0 ? 'nothing' : kinds.join('; ')}; ${rulesOfThen(changed)}`],
  ]
}
