// Ledgers and invoices in any dialect: what is right agrees to the digit, and with the mistake that a wrong reading
// would hide it never does.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Asks,
  type FileChoices,
  type InvoiceChoices,
  NOTHING_CHOSEN,
  NOTHING_CHOSEN_FOR_INVOICE,
} from '../../../../shared/check/checked-file.ts'
import { answerFileCheck } from './answer-file-check.ts'
import {
  amountCells,
  amountHeads,
  anyDialect,
  type Dialect,
  dayText,
  fileIn,
  ownersChoices,
} from './fixtures/any-dialect.ts'
import { manyRuns } from './fixtures/any-events.ts'
import { OCTOBER } from './fixtures/sample-october.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'
import { answerInvoiceCheck } from './invoice/check-invoice.ts'
import { NO_OTHERS } from './invoice/fixtures/asked-invoice.ts'

const ZONE = 'Europe/Berlin'
const money = '"money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}'
const RULES = `{"eventscopeRules":1,"rules":[{"type":"debit","effect":"as-sent",${money}},{"type":"credit","effect":"reduces",${money}}]}`

interface Usage {
  id: string
  customer: string
  code: string
  type: 'debit' | 'credit'
  /** Of October. */
  day: number
  /** On the clock in Berlin. */
  clock: string
  cents: number
}

const two = (number: number) => String(number).padStart(2, '0')
const isoDay = (day: number) => `2026-10-${two(day)}`
const plain = (cents: number) => `${Math.floor(cents / 100)}.${two(cents % 100)}`

function eventText({ id, customer, code, type, day, clock, cents }: Usage): string {
  const offset = day < 25 ? '+02:00' : '+01:00'
  return `{"event_id":"${id}","customer_id":"${customer}","event_code":"${code}","event_type":"${type}","created_at":"${isoDay(day)}T${clock}${offset}","event_properties":{"amount":${plain(cents)},"currency":"EUR"}}`
}

/** Two cents at least, so that a tax is one. */
const anyCents = fc.integer({ min: 10, max: 99_999_999 })

/** Asks as long as it is asked, with what the owner of the file knows. Null: something else is asked. */
async function answered<Answer extends { kind: string }>(
  owner: Partial<Record<Asks['ask'], object>>,
  ask: (choices: object) => Promise<Answer | { kind: 'asks'; asks: Asks[] }>,
): Promise<Answer | null> {
  let choices = {}
  for (let times = 0; times < 8; times += 1) {
    const answer = await ask(choices)
    if (!('asks' in answer)) return answer
    const known = answer.asks.map((one) => owner[one.ask])
    if (known.includes(undefined)) return null
    choices = Object.assign({ ...choices }, ...known)
  }
  return null
}

const LEDGER_MISTAKES = ['sign', 'cents', 'day-and-month', 'clock-in-utc', 'gross', 'currency'] as const
type LedgerMistake = (typeof LEDGER_MISTAKES)[number]

const anyLedgerUsage = fc
  .array(fc.record({ day: fc.integer({ min: 1, max: 31 }), cents: anyCents, isCredit: fc.boolean() }), {
    minLength: 2,
    maxLength: 8,
  })
  .map((all) =>
    all.map(
      ({ day, cents, isCredit }, at): Usage => ({
        id: `evt_${at}`,
        customer: at % 2 === 0 ? 'Müller' : 'acme',
        code: 'sms',
        // Two of each, so that a sign that is turned stands against another.
        type: at >= 2 && (isCredit || at < 4) ? 'credit' : 'debit',
        day,
        clock: `${two(8 + (at % 10))}:30:00`,
        cents,
      }),
    ),
  )

function ledgerTable(dialect: Dialect, usage: readonly Usage[], isBelow: boolean, mistake: LedgerMistake | null) {
  const heads = ['event_id', 'customer_id', 'event_type', 'created_at', ...amountHeads(dialect)]
  const hasColumn = dialect.currency === 'column'
  const rows = usage.map(({ id, customer, type, day, clock, cents }, at) => {
    const isMistaken = at === 0
    const is = (one: LedgerMistake) => isMistaken && mistake === one
    // What has a side of its own is taken off by it.
    const areBelow = isBelow || dialect.below === 'column' || dialect.below === 'credits'
    const sign = (type === 'credit' && areBelow ? -1 : 1) * (is('sign') ? -1 : 1)
    const factor = is('cents') ? (dialect.isInCents ? 0.01 : 100) : is('gross') ? 1.19 : 1
    const currency = is('currency') ? 'USD' : 'EUR'
    const iso = is('day-and-month') ? `2026-${two(day)}-10` : isoDay(day)
    const ahead = day < 25 ? 2 : 1
    const shown = is('clock-in-utc') ? `${two(Number(clock.slice(0, 2)) - ahead)}${clock.slice(2)}` : clock
    const amount = amountCells(Math.round(cents * factor) * sign, dialect, currency)
    return [id, customer, type, `${dayText(dialect, iso)} ${shown}`, ...amount, ...(hasColumn ? [currency] : [])]
  })
  return [[...heads, ...(hasColumn ? ['currency'] : [])], ...rows]
}

/** Whether a file can have the mistake, and would be another by it. */
function canHave(mistake: LedgerMistake, { currency, isInCents }: Dialect, [first]: readonly Usage[]): boolean {
  if (first === undefined) return false
  if (mistake === 'day-and-month') return first.day <= 12 && first.day !== 10
  if (mistake === 'currency') return currency !== 'head'
  return mistake !== 'cents' || !isInCents || first.cents >= 100
}

async function ledgerAgrees(
  dialect: Dialect,
  usage: readonly Usage[],
  isBelow: boolean,
  mistake: LedgerMistake | null,
) {
  const snapshot = await snapshotOfTexts(
    usage.map((one) => ({ source: eventText(one) })),
    ZONE,
  )
  const file = fileIn(dialect, ledgerTable(dialect, usage, isBelow, mistake))
  const answer = await answered(ownersChoices(dialect), async (more: Partial<FileChoices>) => {
    const choices: FileChoices = { ...NOTHING_CHOSEN, ...more }
    const question = { ask: 'fileCheck', kind: 'ledger', fileId: '', choices, rules: RULES, sent: null } as const
    const scope = { where: [], misses: true }
    return (await answerFileCheck(snapshot, { ...question, scope }, file, anyTurn, () => undefined)).answer
  })
  if (answer?.kind !== 'checked') return { agrees: false, answer }
  const others = answer.groups.filter(({ outcome }) => outcome !== 'matched')
  return { agrees: answer.comparesMoney && others.every(({ lines, events }) => lines + events === 0), answer }
}

test('a ledger in any dialect agrees to the digit, and with any mistake that a wrong reading would hide it never does', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyDialect,
      anyLedgerUsage,
      fc.boolean(),
      fc.constantFrom(...LEDGER_MISTAKES),
      async (dialect, usage, isBelow, mistake) => {
        const right = await ledgerAgrees(dialect, usage, isBelow, null)
        expect(right, JSON.stringify(right.answer)).toMatchObject({ agrees: true })
        if (!canHave(mistake, dialect, usage)) return
        const wrong = await ledgerAgrees(dialect, usage, isBelow, mistake)
        expect(wrong, JSON.stringify(wrong.answer)).toMatchObject({ agrees: false })
      },
    ),
    manyRuns(4712),
  )
}, 600_000)

const INVOICE_MISTAKES = ['sign', 'cents', 'last-day', 'month-in-utc', 'day-and-month', 'gross', 'currency'] as const
type InvoiceMistake = (typeof INVOICE_MISTAKES)[number]

/** One customer and code each: an event in the first half hour of the month, one within it, one on its last day. */
const anyBill = fc.array(fc.tuple(anyCents, anyCents, anyCents), { minLength: 1, maxLength: 4 }).map((all) =>
  all.flatMap((cents, at) =>
    ([1, 15, 31] as const).map(
      (day, place): Usage => ({
        id: `evt_${at}_${day}`,
        customer: at % 2 === 0 ? 'Müller' : 'acme',
        code: ['sms', 'mail', 'calls', 'tokens'][at] ?? '',
        type: 'debit',
        day,
        clock: day === 1 ? '00:30:00' : '12:00:00',
        cents: cents[place] ?? 0,
      }),
    ),
  ),
)

function invoiceTable(dialect: Dialect, usage: readonly Usage[], last: string, mistake: InvoiceMistake | null) {
  const hasColumn = dialect.currency === 'column'
  const codes = [...new Set(usage.map(({ code }) => code))]
  const rows = codes.map((code, at) => {
    const is = (one: InvoiceMistake) => at === 0 && mistake === one
    const own = usage.filter((one) => one.code === code)
    const billed = own.filter(({ day }) => !(is('last-day') && day === 31) && !(is('month-in-utc') && day === 1))
    const sum = billed.reduce((all, { cents }) => all + cents, 0)
    const factor = is('cents') ? (dialect.isInCents ? 0.01 : 100) : is('gross') ? 1.19 : 1
    const currency = is('currency') ? 'USD' : 'EUR'
    const until = is('day-and-month') ? '2026-12-10' : last
    const from = is('day-and-month') ? '2026-01-10' : '2026-10-01'
    const amount = amountCells(Math.round(sum * factor) * (is('sign') ? -1 : 1), dialect, currency)
    const period = [dayText(dialect, from), dayText(dialect, until)]
    return [own[0]?.customer ?? '', code, ...period, ...amount, ...(hasColumn ? [currency] : [])]
  })
  return [['customer', 'item', 'from', 'until', ...amountHeads(dialect), ...(hasColumn ? ['currency'] : [])], ...rows]
}

async function invoiceAgrees(dialect: Dialect, usage: readonly Usage[], last: string, mistake: InvoiceMistake | null) {
  const snapshot = await snapshotOfTexts(
    usage.map((one) => ({ source: eventText(one) })),
    ZONE,
  )
  const file = fileIn(dialect, invoiceTable(dialect, usage, last, mistake))
  const answer = await answered(ownersChoices(dialect), async (more: Partial<InvoiceChoices>) => {
    const choices: InvoiceChoices = { ...NOTHING_CHOSEN_FOR_INVOICE, ...more }
    const scope = { where: [], misses: true }
    const question = { ask: 'invoiceCheck', fileId: '', choices, scope, rules: RULES, wholeRange: OCTOBER } as const
    const asked = { ...question, shownZone: 'UTC', edges: null, duplicates: null, closed: null }
    return (await answerInvoiceCheck(snapshot, asked, file, anyTurn, () => undefined, NO_OTHERS)).answer
  })
  return { agrees: answer?.kind === 'invoice' && answer.agrees, answer }
}

test('an invoice in any dialect agrees to the digit, and with any mistake that a wrong reading would hide it never does', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyDialect,
      anyBill,
      fc.constantFrom('2026-10-31', '2026-11-01'),
      fc.constantFrom(...INVOICE_MISTAKES),
      async (dialect, usage, last, mistake) => {
        const right = await invoiceAgrees(dialect, usage, last, null)
        expect(right, JSON.stringify(right.answer)).toMatchObject({ agrees: true })
        if (mistake === 'currency' && dialect.currency === 'head') return
        const wrong = await invoiceAgrees(dialect, usage, last, mistake)
        expect(wrong, JSON.stringify(wrong.answer)).toMatchObject({ agrees: false })
      },
    ),
    manyRuns(4713),
  )
}, 600_000)
