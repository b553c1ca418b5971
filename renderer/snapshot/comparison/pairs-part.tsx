// A comparison event by event: how many are the same, only here, only there, or differ, what these come to, and which
// they are.
import { Box, Button, Group, Stack } from '@mantine/core'
import { useCallback } from 'react'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { outcomesOf, pairsTable } from '../../../shared/figures/events.ts'
import {
  CHANGE_KINDS,
  type ChangesWorth,
  countOfKind,
  type PairsAnswer,
  type SnapshotDifference,
} from '../../../shared/snapshot/snapshot-changes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { CopyTable } from '../../tables/copy-table.tsx'
import { Badge } from '../../ui/badge.tsx'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { worthWords } from '../changes/changes-words.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { byRulesWords, figuresSource } from '../figures/snapshot-source.ts'
import { summedWorth } from '../figures/summed-worth.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { comparisonOf, useOpenedWindow } from '../opened/opened-context.ts'
import type { ComparedBy } from '../store/compared-snapshots.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { EventsPage, useAllChanges, useComparedActions } from './compared-tab.tsx'
import styles from './comparison.module.css'
import { type ComparisonPartProps, KeyChoice, RulesOf } from './comparison-tools.tsx'
import { fieldLabel, partLabel, sideNames, sidesSource } from './comparison-words.ts'
import { ignoredNames, pairedBy, pairLine, pairsQuestion, valuedLines } from './pair-lines.ts'

type PairsPartProps = ComparisonPartProps & { by: Exclude<ComparedBy, 'groups'> }

const MOST_FIELDS = 12

export function PairsPart(props: PairsPartProps) {
  const { sides, choice, scope, worth, amounts, by, zone } = props
  const { here, there } = sides
  const sideWords = sideNames(sides)
  const outcomes = outcomesOf(sideWords)
  const { choose } = comparisonOf(useOpenedWindow())
  const { open } = useComparedActions()
  const { amount } = amounts
  const paired = pairedBy(by, choice, worth)
  const question = pairsQuestion(sides, paired, scope, worth)
  const { answer, isBusy, trouble, retry } = useSnapshotAnswer(here.id, question)
  const allChanges = useAllChanges(here.id)
  const names = (amounts.names ?? []).map(({ name }) => name)
  const compared = answer?.kind === 'compared' ? answer : null
  const measure = worth.hasRules ? 'Worth' : (amount.name ?? 'Amount')
  const figure = worth.hasRules ? 'Worth' : amount.name === null ? null : shortened(amount.name, 40)
  const { ignored } = paired
  const linesOf = useCallback(
    (changes: readonly SnapshotDifference[]) => {
      const names = ignoredNames(ignored)
      const pairs = changes.map((change) => pairLine(change, names))
      return valuedLines(pairs, worth, here.range.zone, amount.name)
    },
    [ignored, worth, here, amount.name],
  )
  const total = compared === null ? 0 : countOfKind(compared.counts, null)
  const copied = (changes: readonly SnapshotDifference[]) =>
    pairsTable(linesOf(changes), { kind: null, names: sideWords, measure, figure: null, zone })
  const source = (version: string | null): CopiedSource => [
    ...sidesSource(sides, scope, { here: null, there: null }),
    ['Compared by', paired.key.map(partLabel).join(', ')],
    ...(paired.ignored.length === 0 ? [] : [['Not compared', paired.ignored.map(partLabel).join(', ')] as const]),
    ...figuresSource(worth.hasRules ? byRulesWords(version) : `${measure}, as sent`, here.range.zone),
  ]
  return (
    <Stack gap={10} aria-busy={isBusy}>
      <Group className={styles.tools ?? ''} gap="8px 12px">
        {by === 'key' && (
          <KeyChoice
            label="Key"
            value={choice.key}
            names={names}
            onChange={(key) => key.length > 0 && choose({ key })}
          />
        )}
        <KeyChoice
          label="Not compared"
          value={paired.ignored}
          names={names}
          most={100}
          onChange={(ignored) => choose({ ignored })}
        />
        <RulesOf sides={sides} choice={choice} />
        {compared !== null && question !== null && total > 0 && (
          <Group justify="flex-end" gap="8px 12px" ml="auto">
            <CopyTable
              isInternal
              otherCustomer={there.search.customerId}
              label="Copy table of events"
              {...allChanges(question, total, copied, source(compared.worth?.version ?? null))}
            />
          </Group>
        )}
      </Group>
      {trouble !== null && <AnswerTrouble trouble={trouble} onRetry={retry} />}
      {trouble === null && answer === null && (
        <p className={common.dim} role="status">
          Comparing event by event…
        </p>
      )}
      {answer !== null && answer.kind !== 'compared' && <p className={common.dim}>{refusal(answer)}</p>}
      {compared !== null && question !== null && (
        <>
          <OutcomeCards compared={compared} outcomes={outcomes} amount={amount} isBusy={isBusy} />
          {compared.worth !== null && total > 0 && (
            <p data-together>
              {sideWords.here} less {sideWords.there}: {togetherWords(compared.worth, amount)}.
            </p>
          )}
          <Notes compared={compared} {...props} />
          {outcomes
            .filter(({ kind }) => compared.counts[kind] > 0)
            .map(({ kind, name }) => (
              <EventsPage
                key={kind}
                sides={sides}
                question={{ ...question, kind }}
                listed={kind}
                label={`Events: ${name}`}
                gap={10}
                pages={{ name: `events: ${name}`, short: true, size: 'compact-sm' }}
                isBoxed
                linesOf={linesOf}
                table={(lines) => pairsTable(lines, { kind, names: sideWords, measure: figure ?? '', figure, zone })}
                caption={(range) => (
                  <>
                    <Box component="h4" flex="1 1 200px" className={common.title}>
                      {name}: {range}
                    </Box>
                    {kind !== 'gone' && (
                      <ShowAll
                        words={kind === 'altered' ? `Show in Events of ${sideWords.here}` : 'Show in Events'}
                        name={name}
                        rows={compared.rows?.[kind] ?? []}
                        count={compared.counts[kind]}
                        onShow={(shown) => open(here.id, shown)}
                      />
                    )}
                    {kind !== 'added' && (
                      <ShowAll
                        words={`Show in Events of ${sideWords.there}`}
                        name={name}
                        rows={(kind === 'gone' ? compared.rows?.gone : compared.alteredThere) ?? []}
                        count={compared.counts[kind]}
                        onShow={(shown) => open(there.id, shown)}
                      />
                    )}
                  </>
                )}
              />
            ))}
        </>
      )}
    </Stack>
  )
}

interface OutcomeCardsProps {
  compared: Compared
  outcomes: ReturnType<typeof outcomesOf>
  amount: AmountChoice
  isBusy: boolean
}

/** How many events came of each outcome, and what they are worth. */
function OutcomeCards({ compared, outcomes, amount, isBusy }: OutcomeCardsProps) {
  return (
    <div className={`${common.columns} ${styles.outcomes}`} data-old={isBusy || undefined}>
      <div className={common.card} data-outcome="same" data-count={compared.facts.same}>
        <h4 className={common.cardTitle}>The same</h4>
        <p className={common.sum}>{grouped(compared.facts.same)}</p>
      </div>
      {outcomes.map(({ kind, is, name }) => (
        <div key={kind} className={common.card} data-outcome={is} data-count={compared.counts[kind]}>
          <h4 className={common.cardTitle}>{name}</h4>
          <p className={common.sum}>{grouped(compared.counts[kind])}</p>
          {compared.worth !== null && compared.counts[kind] > 0 && (
            <p className={`${common.small} ${common.numbers} ${common.wrapped}`}>
              {worthWords(compared.worth[kind], amount).join(', ')}
            </p>
          )}
        </div>
      ))}
    </div>
  )
}

interface ShowAllProps {
  words: string
  name: string
  /** Row numbers; of many events only the first. */
  rows: readonly number[]
  count: number
  onShow: (scope: Scope) => void
}

function ShowAll({ words, name, rows, count, onShow }: ShowAllProps) {
  const shown = rows.length < count ? `${words} (the first ${grouped(rows.length)})` : words
  return (
    <Button
      variant="subtle"
      size="compact-xs"
      aria-label={`${shown}: ${name}`}
      onClick={() => onShow(scopeOfRows(rows))}
    >
      {shown}
    </Button>
  )
}

/** The difference in money of all three outcomes together. */
function togetherWords(worth: ChangesWorth, amount: AmountChoice): string {
  const words = worthWords(summedWorth(CHANGE_KINDS.map((kind) => worth[kind])), amount)
  return words.join(', ') || 'no difference in money'
}

type Compared = Extract<PairsAnswer, { kind: 'compared' }>

/** Shows what the pairs differ in, which events could not be paired by their keys, and what was not compared. */
function Notes({ compared, by, sides }: { compared: Compared } & PairsPartProps) {
  const { choose } = comparisonOf(useOpenedWindow())
  const { facts, counts } = compared
  const { fields, repeated, keyless, outside } = facts
  const isNothingShared = facts.same === 0 && counts.altered === 0 && countOfKind(counts, null) > 0
  const names = sideNames(sides)
  const sideCounts = ({ here, there }: typeof repeated) =>
    `${grouped(here)} in ${names.here}, ${grouped(there)} in ${names.there}`
  return (
    <>
      {fields.length > 0 && (
        <Group component="p" gap="6px 8px" className={common.small ?? ''}>
          <span className={common.dim}>Differing in</span>
          {fields.slice(0, MOST_FIELDS).map(({ field, pairs }) => (
            <Badge key={field} wraps tone="plain" data-field={field} data-count={pairs}>
              {shortened(fieldLabel(field), 40)}{' '}
              <b className={`${common.strong} ${common.numbers}`}>{grouped(pairs)}</b>
            </Badge>
          ))}
          {fields.length > MOST_FIELDS && (
            <span className={common.dim}>and {grouped(fields.length - MOST_FIELDS)} more</span>
          )}
        </Group>
      )}
      {isNothingShared && by === 'id' && (
        <p className={common.hint}>
          No event ID is on both sides.{' '}
          <Button variant="default" size="compact-xs" onClick={() => choose({ by: 'key' })}>
            Compare by a key
          </Button>
        </p>
      )}
      {repeated.here + repeated.there > 0 && (
        <p className={common.hint} data-repeated>
          Keys that several events have: {sideCounts(repeated)}. Of such events those that are the same are paired
          first, then the others in order.
        </p>
      )}
      {keyless.here + keyless.there > 0 && (
        <p className={common.hint}>
          {by === 'id' ? 'Events without an ID' : 'Events without any part of the key'}: {sideCounts(keyless)}. They are
          paired only with events that are the same.
        </p>
      )}
      {sides.within !== null && (
        <p className={common.hint} data-outside>
          Compared in what both cover. Events beyond it: {sideCounts(outside)}.
        </p>
      )}
    </>
  )
}

function refusal(answer: Exclude<PairsAnswer, { kind: 'compared' }>): string {
  if (answer.kind === 'unreadable') return answer.words
  return `More than ${countWords(answer.most, 'event')} differ: more than can be compared one by one. Choose another key, or compare by groups.`
}
