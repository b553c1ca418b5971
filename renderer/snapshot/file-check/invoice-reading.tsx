// How an invoice is read: what its columns mean, and what holds for all lines where no column says it.
import { useId } from 'react'
import {
  INVOICE_MEANINGS,
  type InvoiceChoices,
  type InvoiceMeaning,
  LAST_DAYS,
} from '../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { Choice } from '../../ui/choice-select.tsx'
import type { LookedFile } from '../store/file-check-state.ts'
import { ColumnsTable, LEFT_OUT, type LookedColumns, MONEY_WORDS, NO_COLUMN_SAYS } from './columns-table.tsx'
import { LAST_DAYS_WORDS, periodWords, readPeriod } from './file-words.ts'
import { BY_ITSELF, orByItself, ReadingChoices, type ReadingChoicesProps, Typed } from './reading-choices.tsx'

interface InvoiceReadingProps extends Pick<ReadingChoicesProps, 'look' | 'onKind'> {
  choices: InvoiceChoices
  /** Customers that events have, commonest first. */
  customers: readonly string[]
  zone: string
  onChoose: (change: Partial<InvoiceChoices>) => void
}

export function InvoiceReading({ look, choices, customers, zone, onKind, onChoose }: InvoiceReadingProps) {
  const id = useId()
  const meant = new Set(look === null ? [] : invoiceColumns(look, choices).map(({ means }) => means))
  const isUnknown = (...means: InvoiceMeaning[]) => look !== null && !means.some((one) => meant.has(one))
  const orNull = (text: string, most: number) => (text.trim() === '' ? null : text.trim().slice(0, most))
  return (
    <ReadingChoices
      kind="invoice"
      look={look}
      choices={choices}
      onKind={onKind}
      onChoose={onChoose}
      first={
        <>
          {(isUnknown('customer') || choices.customer !== null) && (
            <>
              <Typed
                label="Customer of all lines"
                hint="The customer ID of the events, where no column says it"
                value={choices.customer ?? ''}
                placeholder="not known"
                list={`${id}-customers`}
                onType={(text) => onChoose({ customer: orNull(text, 10_000) })}
              />
              <datalist id={`${id}-customers`}>
                {customers.map((one) => (
                  <option key={one} value={one} />
                ))}
              </datalist>
            </>
          )}
          {(isUnknown('period', 'from', 'until') || choices.period !== null) && (
            <Typed
              label="Period of all lines"
              hint="Such as 2026-10, or 2026-10-01 to 2026-10-14; without it the month that the snapshot holds"
              value={choices.period === null ? '' : periodWords(choices.period)}
              placeholder="the snapshot’s month"
              isOdd={(text) => text.trim() !== '' && readPeriod(text, zone, new Date().toISOString()) === null}
              onType={(text) => onChoose({ period: readPeriod(text, zone, new Date().toISOString()) })}
            />
          )}
          {(isUnknown('currency') || choices.currency !== null) && (
            <Typed
              label="Currency of all lines"
              hint={NO_COLUMN_SAYS}
              value={choices.currency ?? ''}
              placeholder="not known"
              onType={(text) => onChoose({ currency: orNull(text, 100) })}
            />
          )}
        </>
      }
      isFurtherChosen={choices.lastDays !== null}
      further={
        <Choice
          label="Last days of periods"
          value={choices.lastDays ?? BY_ITSELF}
          choices={orByItself(LAST_DAYS, LAST_DAYS_WORDS)}
          onChange={(lastDays) => onChoose({ lastDays: lastDays || null })}
        />
      }
    />
  )
}

type InvoiceColumnsProps = LookedColumns & Pick<InvoiceReadingProps, 'choices' | 'onChoose'>

const MEANING_WORDS: Record<InvoiceMeaning, string> = {
  customer: 'Customer',
  item: 'Item',
  period: 'Period',
  from: 'First day',
  until: 'Last day',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  ...MONEY_WORDS,
}

export function InvoiceColumns({ choices, onChoose, ...looked }: InvoiceColumnsProps) {
  const meant = invoiceColumns(looked.look, choices)
  const has = (means: InvoiceMeaning) => meant.some((one) => one.means === means)
  const missing = (['item', 'amount'] as const).filter((means) => !has(means) && !(means === 'amount' && has('debit')))
  const wants = missing.length === 0 ? '' : ` No column seems to be ${missing.map((one) => `the ${one}`).join(' or ')}.`
  return (
    <ColumnsTable
      {...looked}
      meant={new Map(meant.map(({ column, means }) => [column, means]))}
      choicesOf={() => [
        { value: LEFT_OUT, label: 'Left out' },
        ...INVOICE_MEANINGS.map((value) => ({ value, label: MEANING_WORDS[value] })),
      ]}
      onMeaning={(column, value) => {
        const means = INVOICE_MEANINGS.find((one) => one === value)
        // Each meaning has one column.
        const others = meant.filter((one) => one.column !== column && one.means !== means)
        const columns = [...others, ...(means === undefined ? [] : [{ column, means }])]
        onChoose({ columns: columns.sort((a, b) => a.column - b.column) })
      }}
      words={`${recognisedWords(meant.length, looked.look.columns.length)}${wants}`}
      onByHeads={() => onChoose({ columns: null, customers: [], items: [] })}
    />
  )
}

/** "All 7 columns recognised." */
const recognisedWords = (columns: number, of: number) =>
  columns === of && of > 1
    ? `${of === 2 ? 'Both' : `All ${grouped(of)}`} columns recognised.`
    : `${grouped(columns)} of ${countWords(of, 'column')} recognised.`

/** Takes what somebody said, else what is proposed by their names. */
const invoiceColumns = ({ columns, asInvoice }: LookedFile, chosen: InvoiceChoices) =>
  chosen.columns ??
  columns.flatMap(({ column }, at) => {
    const means = asInvoice[at] ?? null
    return means === null ? [] : [{ column, means }]
  })
