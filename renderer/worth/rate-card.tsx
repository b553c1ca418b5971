// The rate card: a table of its prices, to which one is added, in which one changes from a day on or is corrected, and
// all of it as CSV.
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { currencyCodes } from '../../shared/worth/money-text.ts'
import { printRateCard, readRateCardCsv } from '../../shared/worth/rate-card-csv.ts'
import { priceFromDay, type RatePrice, typedPrice } from '../../shared/worth/rate-price.ts'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import common from '../ui/common.module.css'
import { DataTable, TableHead } from '../ui/data-table.tsx'
import { shortened } from '../ui/excerpt.ts'
import { useListFocus } from '../ui/focus.ts'
import dialog from '../ui/kept-lines.module.css'
import { Sentences } from '../ui/kept-lines.tsx'

interface RateCardProps {
  rules: WorthRules
  /** False where they cannot be kept, which is said elsewhere. */
  onRules: (rules: WorthRules) => boolean
}

const HEADS = ['Event code', 'Customer', 'Valid from', 'Included', 'Per', 'Price', 'Currency']

/** More are corrected as CSV. */
const MOST_ROWS = 100

export function RateCard({ rules, onRules }: RateCardProps) {
  const { prices } = rules
  const [csv, setCsv] = useState('')
  const csvField = useRef<HTMLTextAreaElement>(null)
  const [problems, setProblems] = useState<readonly string[]>([])
  /** Takes the prices only where they are a rate card. */
  const take = (next: RatePrice[]): string[] => {
    const read = readRules(printRules({ ...rules, prices: next }))
    if (!read.ok) return read.problems
    return onRules(read.rules) ? [] : ['This rate card is too long to be kept. Remove prices that no longer apply.']
  }
  const takeCsv = () => {
    const read = readRateCardCsv(csv)
    const wrong = read.ok ? take(read.prices) : read.problems
    setProblems(wrong)
    if (wrong.length === 0) setCsv('')
  }
  return (
    <Stack
      gap={12}
      miw={0}
      className={common.part ?? ''}
      {...useListFocus<HTMLDivElement>(() => csvField.current?.focus())}
    >
      <div className={`${common.scroll} ${dialog.scroll}`}>
        <DataTable aria-label="Rate card" className={dialog.lines ?? ''}>
          <TableHead heads={HEADS} actions="Remove" />
          <tbody>
            {prices.slice(0, MOST_ROWS).map((price, at) => (
              <PriceRow
                key={JSON.stringify(price)}
                at={at}
                price={price}
                onPrice={(next) =>
                  take(prices.flatMap((one, place) => (place !== at ? [one] : next === null ? [] : [next])))
                }
                onPriceFrom={(next, from) => {
                  const changed = priceFromDay(prices, at, next, from)
                  return changed.ok ? take(changed.prices) : [changed.problem]
                }}
              />
            ))}
          </tbody>
        </DataTable>
      </div>
      <p className={common.hint}>
        {prices.length === 0
          ? 'There are no prices yet: add one, or paste them as CSV.'
          : prices.length > MOST_ROWS
            ? `${countWords(prices.length - MOST_ROWS, 'more price')} are only in the CSV.`
            : countWords(prices.length, 'price')}
      </p>
      <NewPrice onPrice={(next) => take([...prices, next])} />
      <Textarea
        ref={csvField}
        label="Rate card as CSV"
        description="One price on each line, under the headers code, price, currency and as needed customer, valid from, included, per, up to. It takes the place of the whole rate card."
        rows={6}
        spellCheck={false}
        classNames={{ input: `${common.mono} ${common.small}` }}
        value={csv}
        onChange={({ currentTarget }) => setCsv(currentTarget.value)}
      />
      {problems.length > 0 && (
        <div role="alert" className={common.danger}>
          <Sentences all={problems} />
        </div>
      )}
      <div className={dialog.tools}>
        <Button disabled={csv.trim() === ''} onClick={takeCsv}>
          Use this rate card
        </Button>
        <Button
          variant="default"
          disabled={csv.trim() !== '' || prices.length === 0}
          onClick={() => setCsv(printRateCard(prices))}
        >
          Edit as CSV
        </Button>
      </div>
    </Stack>
  )
}

interface NewPriceProps {
  /** It gives what is wrong with it, a sentence each. */
  onPrice: (price: RatePrice) => readonly string[]
}

const NOTHING_TYPED = { code: '', customer: '', validFrom: '', included: '', per: '', price: '', currency: 'EUR' }

/** A price typed as a row. Nothing else of the rate card changes, so what has a price keeps it. */
function NewPrice({ onPrice }: NewPriceProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [problems, setProblems] = useState<readonly string[]>([])
  const field = (name: keyof typeof NOTHING_TYPED) => ({
    size: 'xs' as const,
    classNames: { label: common.toolLabel ?? '' },
    value: typed[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: currentTarget.value })),
  })
  function add(event: FormEvent) {
    event.preventDefault()
    const read = readNewPrice(typed)
    const wrong = read.ok ? onPrice(read.price) : read.problems
    setProblems(wrong)
    if (wrong.length === 0) setTyped((before) => ({ ...NOTHING_TYPED, currency: before.currency }))
  }
  return (
    <form aria-label="New price" noValidate autoComplete="off" onSubmit={add}>
      <div className={dialog.tools}>
        <TextInput {...field('code')} label="Event code" w={150} />
        <TextInput {...field('customer')} label="Customer" placeholder="any" w={130} />
        <TextInput {...field('validFrom')} label="Valid from" type="date" w={140} />
        <TextInput {...field('included')} label="Included" placeholder="0" w={90} />
        <TextInput {...field('per')} label="Per" placeholder="1" w={80} />
        <TextInput {...field('price')} label="Price" placeholder="0.05" w={100} />
        <NativeSelect {...field('currency')} label="Currency" data={currencyCodes()} w={90} />
        <Button type="submit" size="sm" variant="default">
          Add price
        </Button>
      </div>
      {problems.length > 0 && (
        <div role="alert" className={common.danger}>
          <Sentences all={problems} />
        </div>
      )}
    </form>
  )
}

/** Reads what is typed as a price; numbers with a point or a decimal comma. */
function readNewPrice(
  typed: typeof NOTHING_TYPED,
): { ok: true; price: RatePrice } | { ok: false; problems: readonly string[] } {
  const { code, customer, validFrom, currency } = typed
  if (code.trim() === '' || typed.price.trim() === '')
    return { ok: false, problems: ['A price needs an event code and a price.'] }
  const [price, included, per] = [typed.price, typed.included || '0', typed.per || '1'].map(typedPrice)
  const wrong = [price, included, per].flatMap((one) => (one?.ok === false ? [one.problem] : []))
  if (!price?.ok || !included?.ok || !per?.ok) return { ok: false, problems: wrong }
  return {
    ok: true,
    price: {
      customer: customer.trim() || null,
      code: code.trim(),
      where: null,
      validFrom: validFrom || null,
      unit: null,
      per: per.price,
      begun: false,
      included: included.price,
      tiered: 'graduated',
      tiers: [{ upTo: null, price: price.price }],
      minimum: null,
      currency,
    },
  }
}

interface PriceRowProps {
  /** Its place in the rate card. */
  at: number
  price: RatePrice
  /** In its place, for all of its time; null: it goes. It gives what is wrong with it, a sentence each. */
  onPrice: (price: RatePrice | null) => readonly string[]
  /** Another price from a day on, beside it. It gives what is wrong with that, a sentence each. */
  onPriceFrom: (price: string, from: string) => readonly string[]
}

function PriceRow({ at, price, onPrice, onPriceFrom }: PriceRowProps) {
  const { code, customer, validFrom, included, per, tiers, currency } = price
  const [only] = tiers
  const [typed, setTyped] = useState(only?.price ?? '')
  const [from, setFrom] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const of = `${shortened(code, 40)}${customer === null ? '' : `, ${shortened(customer, 40)}`}, ${currency}`
  const isChanged = typed.trim() !== only?.price
  /** It holds from a day on, or, without one, for all of its time: that also changes what earlier events were worth. */
  const keep = (day: string | null) => {
    const read = typedPrice(typed)
    if (!read.ok) return setWrong(read.problem)
    const problems =
      day === null ? onPrice({ ...price, tiers: [{ upTo: null, price: read.price }] }) : onPriceFrom(read.price, day)
    setWrong(problems[0] ?? null)
    // The row of the price that holds until then stays.
    if (problems.length === 0 && day !== null) {
      setTyped(only?.price ?? '')
      setFrom('')
    }
  }
  return (
    <tr data-slot={at}>
      <th scope="row">{shortened(code, 40)}</th>
      <td>{customer === null ? 'any' : shortened(customer, 40)}</td>
      <td>{validFrom ?? 'always'}</td>
      <td>{included}</td>
      <td>{per}</td>
      <td>
        {tiers.length === 1 && only?.upTo === null ? (
          <>
            <TextInput
              size="xs"
              maw={140}
              aria-label={`Price of ${of}`}
              value={typed}
              error={wrong}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setWrong(null)
              }}
            />
            {isChanged && (
              <div className={dialog.tools}>
                <TextInput
                  size="xs"
                  type="date"
                  aria-label={`${of}: holds from`}
                  value={from}
                  onChange={({ currentTarget }) => setFrom(currentTarget.value)}
                />
                <Button variant="default" size="compact-sm" onClick={() => keep(from)}>
                  From that day
                </Button>
                <Button
                  variant="default"
                  size="compact-sm"
                  title="Also changes what earlier events are worth"
                  onClick={() => keep(null)}
                >
                  Correct it
                </Button>
              </div>
            )}
          </>
        ) : (
          tiers.map(({ upTo, price: one }) => (upTo === null ? one : `${one} up to ${upTo}`)).join(', ')
        )}
      </td>
      <td>{currency}</td>
      <td>
        <Button variant="subtle" size="compact-sm" aria-label={`Remove ${of}`} onClick={() => onPrice(null)}>
          Remove
        </Button>
      </td>
    </tr>
  )
}
