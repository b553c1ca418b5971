// The rate card: a table of its prices, in which a price is corrected, and all of it as CSV.
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import type { RatePrice } from '../../shared/worth/rate-card.ts'
import { printRateCard, readRateCardCsv } from '../../shared/worth/rate-card-csv.ts'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import common from '../ui/common.module.css'
import { DataTable, TableHead } from '../ui/data-table.tsx'
import { shortened } from '../ui/excerpt.ts'
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
  const [problems, setProblems] = useState<readonly string[]>([])
  /** Takes the prices only where they are a rate card. */
  const take = (next: RatePrice[]): string[] => {
    const read = readRules(printRules({ ...rules, prices: next }))
    if (!read.ok) return read.problems
    return onRules(read.rules) ? [] : ['This rate card is too long to be kept.']
  }
  const takeCsv = () => {
    const read = readRateCardCsv(csv)
    const wrong = read.ok ? take(read.prices) : read.problems
    setProblems(wrong)
    if (wrong.length === 0) setCsv('')
  }
  return (
    <div className={dialog.part}>
      <div className={`${common.scroll} ${dialog.scroll}`}>
        <DataTable aria-label="Rate card" className={dialog.lines ?? ''}>
          <TableHead heads={HEADS} actions="Remove" />
          <tbody>
            {prices.slice(0, MOST_ROWS).map((price, at) => (
              <PriceRow
                key={JSON.stringify(price)}
                price={price}
                onPrice={(next) =>
                  take(prices.flatMap((one, place) => (place !== at ? [one] : next === null ? [] : [next])))
                }
              />
            ))}
          </tbody>
        </DataTable>
      </div>
      <p className={common.hint}>
        {prices.length === 0
          ? 'There is no price yet: paste them as CSV.'
          : prices.length > MOST_ROWS
            ? `${countWords(prices.length - MOST_ROWS, 'more price')} stand only in the CSV.`
            : countWords(prices.length, 'price')}
      </p>
      <Textarea
        label="Rate card as CSV"
        description="A price a line, under the heads code, price, currency and as needed customer, valid from, included, per, up to. It takes the place of the whole rate card."
        rows={6}
        spellCheck={false}
        classNames={{ input: dialog.text ?? '' }}
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
    </div>
  )
}

interface PriceRowProps {
  price: RatePrice
  /** Null: it goes. What is wrong with it, a sentence each. */
  onPrice: (price: RatePrice | null) => readonly string[]
}

function PriceRow({ price, onPrice }: PriceRowProps) {
  const { code, customer, validFrom, included, per, tiers, currency } = price
  const [only] = tiers
  const [typed, setTyped] = useState(only?.price ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const of = `${shortened(code, 40)}${customer === null ? '' : `, ${shortened(customer, 40)}`}, ${currency}`
  const keep = () => {
    if (typed === only?.price) setWrong(null)
    else setWrong(onPrice({ ...price, tiers: [{ upTo: null, price: typed.trim() }] })[0] ?? null)
  }
  return (
    <tr>
      <th scope="row">{shortened(code, 40)}</th>
      <td>{customer === null ? 'any' : shortened(customer, 40)}</td>
      <td>{validFrom ?? 'always'}</td>
      <td>{included}</td>
      <td>{per}</td>
      <td>
        {tiers.length === 1 && only?.upTo === null ? (
          <TextInput
            size="xs"
            maw={140}
            aria-label={`Price of ${of}`}
            value={typed}
            error={wrong}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onBlur={keep}
            onKeyDown={({ key }) => key === 'Enter' && keep()}
          />
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
