// The table "Kinds of events": a row a code, type and sign, what it means, and what follows from that.

import { NativeSelect } from '@mantine/core'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import type { KindLine, KindsAnswer } from '../../shared/snapshot/snapshot-worth.ts'
import { currencyCodes } from '../../shared/worth/money-text.ts'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import type { Rule } from '../../shared/worth/rule.ts'
import { printRules } from '../../shared/worth/rules-text.ts'
import { MONEY_KIND_WORDS, type MoneyKind, NOT_IN_TOTAL } from '../../shared/worth/worth.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import choiceStyles from '../ui/choice.module.css'
import { ChoiceSelect } from '../ui/choice-select.tsx'
import common from '../ui/common.module.css'
import { DataTable, TableHead } from '../ui/data-table.tsx'
import { shortened } from '../ui/excerpt.ts'
import dialog from '../ui/kept-lines.module.css'
import { LinkButton } from '../ui/link-button.tsx'
import {
  currencyProperty,
  kindChoices,
  ruleWords,
  withKindCurrency,
  withKindRule,
  withoutKindRule,
} from './kind-choices.ts'
import { moneyInWords } from './money-words.ts'

interface KindsTableProps {
  /** Null until they are known. */
  kinds: KindsAnswer | null
  meanings: PropertyMeanings
  rules: WorthRules
  /** Nothing can be chosen. */
  isOff: boolean
  onRules: (rules: WorthRules) => void
  onShowRow: (row: number) => void
}

/** Rows that are drawn; nobody goes through more by hand, and text says any of them. */
const MOST_ROWS = 200

const HEADS = ['Event code', 'Type', 'Events', 'Sum as sent', 'Example', 'What it means', 'Result']
const NUMBERS = ['Events', 'Sum as sent']

export function KindsTable({ kinds, ...rest }: KindsTableProps) {
  if (kinds?.kind !== 'answered') {
    return (
      <p role="status" className={common.dim}>
        {LOOKING}
      </p>
    )
  }
  const all = kinds.kinds
  const more = all.length - MOST_ROWS + kinds.otherKinds
  return (
    <div className={`${common.scroll} ${dialog.scroll}`}>
      <DataTable aria-label="Kinds of events" className={`${dialog.lines} ${dialog.wrapped}`}>
        <TableHead heads={HEADS} numbers={NUMBERS} />
        <tbody>
          {all.slice(0, MOST_ROWS).map((kind) => {
            const key = JSON.stringify([kind.eventCode, kind.type, kind.sign])
            const isOnly = !all.some(
              (one) => one.sign !== null && one !== kind && one.eventCode === kind.eventCode && one.type === kind.type,
            )
            return <KindRow key={key} kind={kind} isOnly={isOnly} {...rest} />
          })}
        </tbody>
      </DataTable>
      {more > 0 && (
        <p className={common.hint}>{countWords(more, 'more kind')}: write rules for them under “As text”.</p>
      )}
    </div>
  )
}

interface KindRowProps extends Omit<KindsTableProps, 'kinds'> {
  kind: KindLine
  /** Whether all events of the code and type that have a number have this sign. */
  isOnly: boolean
}

const SIGN_WORDS = { 'below-zero': ', below zero', 'zero-or-above': ', zero or above' }

function KindRow({ kind, meanings, isOnly, rules, isOff, onRules, onShowRow }: KindRowProps) {
  const { eventCode, type, sign, events, example, exampleId, takes } = kind
  const choices = kindChoices(kind, meanings, isOnly)
  const takingRules = takes.flatMap(({ rule }) => {
    const taking = rule === null ? undefined : rules.rules[rule]
    return taking === undefined ? [] : [taking]
  })
  const [first] = takingRules
  /** The rule that takes all events of the kind; null: none does, or several take some of them. */
  const single = takes.length === 1 && first !== undefined ? first : null
  /** The value of the select: the words of that rule, "several", or nothing where no rule takes any. */
  const now = first === undefined ? '' : takes.length > 1 ? 'several' : ruleWords(first)
  const isListed = choices.some(({ words }) => words === now)
  /** The rules without the one for exactly this kind; the same ones, where what takes it is for other events too. */
  const without =
    first === undefined || eventCode === null ? null : withoutKindRule(rules, { ...first, codes: [eventCode] })
  const canBeNone = now === '' || (without !== null && printRules(without) !== printRules(rules))
  const choose = (words: string) => {
    const chosen = choices.find((one) => one.words === words)
    if (chosen !== undefined) onRules(withKindRule(rules, chosen.rule))
    else if (words === '' && without !== null) onRules(without)
  }
  const name = `${eventCode ?? 'no event code'}, ${type}${isOnly || sign === null ? '' : SIGN_WORDS[sign]}`
  return (
    <tr data-event-code={eventCode ?? undefined} data-type={type} data-sign={sign ?? undefined}>
      <th scope="row" title={eventCode ?? undefined}>
        {eventCode === null ? 'no event code' : shortened(eventCode, 40)}
      </th>
      <td>
        {type}
        {!isOnly && sign !== null && SIGN_WORDS[sign]}
      </td>
      <td data-number data-count={events}>
        {grouped(events)}
      </td>
      <td data-number>
        {sumWords(kind).map((words) => (
          <div key={words}>{words}</div>
        ))}
      </td>
      <td>
        <LinkButton
          tone="accent"
          quiet
          onClick={() => onShowRow(example)}
          aria-label={`${exampleId === null ? 'Show' : shortened(exampleId, 16)}, an example of ${name}`}
        >
          {exampleId === null ? 'Show' : shortened(exampleId, 16)}
        </LinkButton>
      </td>
      <td>
        <NativeSelect
          size="xs"
          // It is as wide as its longest choice: what is chosen is read whole.
          w="max-content"
          miw={208}
          aria-label={`Meaning of ${shortened(name, 200)}`}
          disabled={isOff || choices.length === 0}
          value={now}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[
            // A rule for any code goes only from the text.
            ...(canBeNone ? [{ value: '', label: 'No price rule' }] : []),
            ...(now === '' || isListed ? [] : [{ value: now, label: now === 'several' ? 'Several rules' : now }]),
            // What is chosen needs no suggestion, and room is short.
            ...choices.map(({ words }, at) => ({
              value: words,
              label: at === 0 && kind.offered !== null && words !== now ? `${words} (suggested)` : words,
            })),
          ]}
        />
        {single !== null && withKindCurrency(rules, kind, single, null, isOnly) !== null && (
          <CurrencyOfKind
            name={name}
            said={single.currency}
            property={currencyProperty(meanings)}
            isOff={isOff}
            onCurrency={(currency) => {
              const next = withKindCurrency(rules, kind, single, currency, isOnly)
              if (next !== null) onRules(next)
            }}
          />
        )}
      </td>
      <td className={common.dim} style={{ minWidth: 150 }}>
        {outcomeWords(kind)}
      </td>
    </tr>
  )
}

/** "43,178.60 EUR" and "64,916.00 USD", each by itself. */
export function sumWords({ sums, otherSums }: Pick<KindLine, 'sums' | 'otherSums'>): string[] {
  if (sums.length === 0) return ['–']
  const shown = sums.slice(0, 3).map(({ sum, currency }) => moneyInWords(sum, currency))
  const more = sums.length - shown.length + otherSums
  return more === 0 ? shown : [...shown, `and ${grouped(more)} more`]
}

const KIND_WORDS: Record<MoneyKind, string> = {
  ...MONEY_KIND_WORDS,
  'not-money': NOT_IN_TOTAL.words,
  'number-missing': `${NOT_IN_TOTAL.words}: ${MONEY_KIND_WORDS['number-missing']}`,
}

/** "Rule 1 takes 1,240: charged, 24,018.40 EUR"; "Rule 2 takes 7: charged; 7 by the month’s line". */
export function outcomeWords({ takes, moneyKinds, worth, notValued, events }: Omit<KindLine, 'example'>): string {
  const taken = takes.map(({ rule, events: count }) =>
    rule === null ? null : `Rule ${rule + 1} takes ${grouped(count)}`,
  )
  const rules = taken.filter((words) => words !== null)
  if (rules.length === 0) return 'No total: no price rule'
  const inMoneyKinds = moneyKinds.map(({ moneyKind, events: count }) =>
    count === events ? KIND_WORDS[moneyKind] : `${grouped(count)} ${KIND_WORDS[moneyKind]}`,
  )
  const sums = worth.slice(0, 3).map(({ sum, currency }) => moneyInWords(sum, currency))
  const more = worth.length > 3 ? ' and more' : ''
  const isOfLine = notValued.find(({ why }) => why === 'part-of-line')
  const without = notValued.filter(({ why }) => why !== 'part-of-line').reduce((sum, one) => sum + one.events, 0)
  return [
    `${rules.slice(0, 3).join(', ')}: ${inMoneyKinds.join(', ')}`,
    ...(sums.length === 0 ? [] : [`${sums.join(', ')}${more}`]),
    ...(isOfLine === undefined ? [] : [`${grouped(isOfLine.events)} in lines of a month`]),
    ...(without === 0 ? [] : [`${grouped(without)} not valued`]),
  ].join('; ')
}

/** It stands while what a snapshot's events show is not known yet. */
export const LOOKING = 'Looking through the events…'

interface CurrencyWhereNoneProps {
  rules: WorthRules
  isOff: boolean
  onRules: (rules: WorthRules) => void
}

/** It is for all events that carry no currency and whose rule names none. */
export function CurrencyWhereNone({ rules, isOff, onRules }: CurrencyWhereNoneProps) {
  const { currencyWhereNone: said } = rules
  return (
    <NativeSelect
      size="xs"
      label="Currency where none is sent"
      className={choiceStyles.choice ?? ''}
      disabled={isOff}
      value={said ?? ''}
      onChange={({ currentTarget }) => onRules({ ...rules, currencyWhereNone: currentTarget.value || null })}
      data={[{ value: '', label: 'not set' }, ...new Set([...(said === null ? [] : [said]), ...currencyCodes()])]}
    />
  )
}

interface CurrencyOfKindProps {
  /** The events are called so. */
  name: string
  said: Rule['currency']
  /** The property that is a currency, if any is. */
  property: string | null
  isOff: boolean
  onCurrency: (currency: Rule['currency']) => void
}

/** It is for the events of a kind: as a property says, or the same for all of them. */
function CurrencyOfKind({ name, said, property, isOff, onCurrency }: CurrencyOfKindProps) {
  const ofRule = said !== null && 'property' in said ? said.property : null
  const properties = [...new Set([ofRule, property].filter((one) => one !== null))]
  const fixed = said !== null && 'fixed' in said ? said.fixed : null
  const codes = [...new Set([...(fixed === null ? [] : [fixed]), ...currencyCodes()])]
  // A property may be called as a currency is: the sign before the text tells which of the two it is.
  const choices: { value: string; label: string; currency: Rule['currency'] }[] = [
    { value: '', label: 'Currency: where none is sent', currency: null },
    ...properties.map((one) => ({
      value: `=${one}`,
      label: `Currency: as ${shortened(one, 40)} says`,
      currency: { property: one },
    })),
    ...codes.map((code) => ({ value: `#${code}`, label: `Currency: ${code}`, currency: { fixed: code } })),
  ]
  return (
    <ChoiceSelect
      w="max-content"
      miw={208}
      mt={4}
      aria-label={`Currency of ${shortened(name, 200)}`}
      disabled={isOff}
      value={ofRule !== null ? `=${ofRule}` : fixed !== null ? `#${fixed}` : ''}
      choices={choices.map(({ value, label }) => ({ value, label }))}
      onChange={(chosen) => onCurrency(choices.find(({ value }) => value === chosen)?.currency ?? null)}
    />
  )
}
