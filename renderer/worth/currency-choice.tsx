// Which currency money is in: what a rule says of its events, and what all of the rules say of amounts that carry none.
import { NativeSelect } from '@mantine/core'
import { currencyCodes } from '../../shared/worth/money-text.ts'
import type { Rule } from '../../shared/worth/rule.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'

interface CurrencyWhereNoneProps {
  rules: WorthRules
  isOff: boolean
  onRules: (rules: WorthRules) => void
}

/** For all events that carry no currency and whose rule names none. */
export function CurrencyWhereNone({ rules, isOff, onRules }: CurrencyWhereNoneProps) {
  const { currencyWhereNone: said } = rules
  return (
    <NativeSelect
      size="xs"
      label="Currency where none is sent"
      classNames={{ label: common.toolLabel ?? '' }}
      disabled={isOff}
      value={said ?? ''}
      onChange={({ currentTarget }) => onRules({ ...rules, currencyWhereNone: currentTarget.value || null })}
      data={[{ value: '', label: 'not set' }, ...new Set([...(said === null ? [] : [said]), ...currencyCodes()])]}
    />
  )
}

interface CurrencyOfKindProps {
  /** What the events are called. */
  name: string
  said: Rule['currency']
  /** The property that is a currency, if any is. */
  property: string | null
  isOff: boolean
  onCurrency: (currency: Rule['currency']) => void
}

/** For the events of a kind: as a property says, or the same for all of them. */
export function CurrencyOfKind({ name, said, property, isOff, onCurrency }: CurrencyOfKindProps) {
  const ofRule = said !== null && 'property' in said ? said.property : null
  const properties = [...new Set([ofRule, property].filter((one) => one !== null))]
  const fixed = said !== null && 'fixed' in said ? said.fixed : null
  const keyOf = (one: Rule['currency']) => JSON.stringify(one)
  const codes = [...new Set([...(fixed === null ? [] : [fixed]), ...currencyCodes()])]
  return (
    <NativeSelect
      size="xs"
      w="max-content"
      miw={208}
      mt={4}
      aria-label={`Currency of ${shortened(name, 200)}`}
      disabled={isOff}
      value={keyOf(said)}
      onChange={({ currentTarget }) => onCurrency(JSON.parse(currentTarget.value))}
      data={[
        { value: keyOf(null), label: 'Currency: where none is sent' },
        ...properties.map((one) => ({
          value: keyOf({ property: one }),
          label: `Currency: as ${shortened(one, 40)} says`,
        })),
        ...codes.map((code) => ({ value: keyOf({ fixed: code }), label: `Currency: ${code}` })),
      ]}
    />
  )
}
