// An invoice from the command line: what has to be said before events are read, how it is held against them, and what
// is printed of it.
import { isDeepStrictEqual } from 'node:util'
import {
  type InvoiceChoices,
  type InvoiceMeaning,
  NOTHING_CHOSEN_FOR_INVOICE,
} from '../../shared/check/checked-file.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { invoiceWords, unreadWords } from '../../shared/snapshot/checked-words.ts'
import type { SnapshotVerdict } from '../../shared/snapshot/snapshot.ts'
import type {
  BoundaryRange,
  InvoiceAnswer,
  InvoiceCheckQuestion,
  InvoiceLine,
} from '../../shared/snapshot/snapshot-invoice.ts'
import type { ValuesQuestion } from '../../shared/snapshot/snapshot-rows.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { moneyText } from '../../shared/worth/money-text.ts'
import { isRequestName } from '../../shared/worth/property-meanings.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { headCurrencies, proposedInvoiceMeanings } from '../backend/check/propose-columns.ts'
import { cellText } from '../backend/check/read-lines.ts'
import { numberDress } from '../backend/check/read-number.ts'
import { sideColumn } from '../backend/snapshots/questions/amount-sides.ts'
import { wholePeriods } from '../backend/snapshots/questions/invoice/billing-calendar.ts'
import type { Questions } from '../backend/snapshots/questions/open-questions.ts'
import { visibleLine } from '../platform/visible-text.ts'
import type { InvoiceArguments } from './check-arguments.ts'
import type { CheckEnd, SnapshotAtHand } from './checked-snapshot.ts'
import {
  type CheckMaterial,
  foundOrEnd,
  type Heads,
  type KindOfCheck,
  ofWhat,
  readWholeRange,
  showCheck,
} from './show-check.ts'

type Checked = Extract<InvoiceAnswer, { kind: 'invoice' }>

/** Puts together how the command checks an invoice: the choices by options and heads, and how its answer is printed. */
export function invoiceCheck(
  args: InvoiceArguments,
  { file, rules, names }: CheckMaterial,
  read: Heads<InvoiceMeaning>,
): KindOfCheck<Checked> {
  const ofHeads = proposedInvoiceMeanings(read.heads, sideColumn(read.beginning))
  const means = new Set(read.columns?.map((one) => one.means) ?? ofHeads.filter((one) => one !== null))
  // Who types which column has the debits says that it is charged, as of a ledger.
  const areSidesSaid = read.columns?.some((one) => one.means === 'debit') === true
  const choices: InvoiceChoices = {
    ...NOTHING_CHOSEN_FOR_INVOICE,
    ...args.choices,
    charged: args.choices.charged ?? (areSidesSaid ? 'debit' : null),
    columns: read.columns,
    customers: names.customers,
    items: names.items,
  }
  return {
    missing: missingOption(args, choices, read, means, ofHeads),
    missingOf: (snapshot) => missingOf(means, choices, snapshot),
    async find(snapshot, effects) {
      const { progress, signal } = effects
      const { questions, header } = snapshot
      const ignored = await requestNames(questions, rules?.rules ?? null, signal)
      const question: InvoiceCheckQuestion = {
        ask: 'invoiceCheck',
        // None: the file goes with the question, and is not held for a page.
        fileId: '',
        choices: { ...choices, customer: choices.customer ?? header.search.customerId ?? null },
        scope: ALL_EVENTS,
        rules: rules?.text ?? null,
        wholeRange: readWholeRange(snapshot, { ...ALL_EVENTS, misses: false }),
        shownZone: args.shownZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        edges: null,
        duplicates: { windowSeconds: DUPLICATES_WITHIN, ignored, legitimate: [] },
        closed: closedBefore(snapshot),
      }
      const ask = async (asked: InvoiceCheckQuestion) =>
        foundOrEnd(await questions.ask(asked, 'check', signal, { file, report: showCheck(progress) }), file)
      const first = await ask(question)
      const wanted = first.kind === 'found' ? first.found.boundaryEventsWanted : null
      if (wanted === null || !args.edges) return first
      const edges = await readBoundaryEvents(snapshot, wanted, progress.say)
      return 'kind' in edges ? edges : ask({ ...question, edges })
    },
    says: (found, isWhole) => [
      invoiceWords(found, isWhole),
      ...unreadWords(found.columns, () => 'not read'),
      ...found.notes,
      ...(found.boundaryEventsWanted === null || args.edges
        ? []
        : [
            `${countWords(found.boundaryEventsWanted.lines, 'line needs', 'lines need')} events around the period: --edges reads them.`,
          ]),
    ],
    pages: ({ checkId }, questions, signal) => [
      async (page) => {
        const asked = await questions.ask({ ask: 'invoiceLines', checkId, verdict: null, ...page }, 'lines', signal)
        if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return null
        return { all: asked.answer.lines.map(printedLine), count: asked.answer.count }
      },
      async (page) => {
        const asked = await questions.ask({ ask: 'invoiceUnbilled', checkId, ...page }, 'unbilled', signal)
        if (asked.kind !== 'answered' || asked.answer.kind === 'gone') return null
        const all = asked.answer.groups.map(({ customerId, eventCode, period, worth }) => ({
          unbilled: { customerId, eventCode, period, ...worth },
        }))
        return { all, count: asked.answer.count }
      },
    ],
    ends: (found, verdict) => [{ summary: summaryOf(found, verdict) }],
    agrees: ({ agrees }) => agrees,
    comparesMoney: () => true,
  }
}

const ALL_EVENTS = { where: [], misses: true }

/**
 * Tells by the file's heads and first lines what has to be said before events are read: a sentence that names the
 * option; null: nothing.
 * @param means what the columns mean, as `--columns` says or else their heads
 * @param ofHeads what the head of each column says by itself; null: nothing
 */
function missingOption(
  { rulesFile }: InvoiceArguments,
  { currency }: InvoiceChoices,
  { heads, beginning, columns, has }: Heads<InvoiceMeaning>,
  means: ReadonlySet<InvoiceMeaning>,
  ofHeads: readonly (InvoiceMeaning | null)[],
): string | null {
  const hasAmounts = means.has('amount') || means.has('debit')
  const absent = !means.has('item') ? 'item' : hasAmounts ? null : 'amount'
  if (absent !== null) return `--columns: say which column is the ${absent} of a line, as HEAD=${absent}. ${has}`
  // As `hasAmounts` tells, one column is found: among those that were said, or by its head.
  const isAmount = (one: InvoiceMeaning | null) => one === 'amount' || one === 'debit'
  const amounts = columns?.find((one) => isAmount(one.means))?.column ?? ofHeads.findIndex(isAmount)
  // "Amount (EUR)" says the currency, and so does a cell "12.50 €".
  const isInHead = headCurrencies(heads[amounts] ?? '')?.length === 1
  const isInCells = beginning.lines.some(({ cells }) => numberDress(cellText(cells[amounts]))?.currencies?.length === 1)
  const isCurrencySaid = means.has('currency') || currency !== null || isInHead || isInCells
  if (!isCurrencySaid) return '--currency: no column says the currency of the lines. Say which one they have.'
  return rulesFile === undefined
    ? '--rules: an invoice is compared with what its events are worth. Name the file with your price rules.'
    : null
}

/** Tells what only its owner knows, and what was read does not settle: a sentence that names the option. */
function missingOf(
  means: ReadonlySet<InvoiceMeaning>,
  choices: InvoiceChoices,
  { header: { search, range } }: SnapshotAtHand,
): string | null {
  if (!means.has('customer') && choices.customer === null && search.customerId === undefined) {
    return '--customer: no column says which customer the lines are for. Give the customer ID of all of them.'
  }
  const isPeriodSaid = means.has('period') || means.has('from') || choices.period !== null
  if (!isPeriodSaid && wholePeriods(range, null).month === null) {
    return '--period: no column says which month or days the lines are for, and what was read is not one month.'
  }
  return null
}

/** "Checks" in the window looks for them so at first, in seconds. */
const DUPLICATES_WITHIN = 5
/** The most that a question may name. */
const MOST_IGNORED = 50

/** Properties in which possible duplicates may differ: as the rules say, and as names do. */
async function requestNames(questions: Questions, rules: WorthRules | null, signal: AbortSignal): Promise<string[]> {
  const question: ValuesQuestion = { ask: 'values', scope: { where: [], misses: true }, keys: [], byCode: false }
  const asked = await questions.ask(question, 'names', signal)
  const names = asked.kind === 'answered' ? asked.answer.names.map(({ name }) => name) : []
  return [...new Set([...(rules?.requestIdentifiers ?? []), ...names.filter(isRequestName)])].slice(0, MOST_IGNORED)
}

/** The latest closed snapshot of the same search and range that was read before; null: there is none. */
function closedBefore({ id, header, others }: SnapshotAtHand): string | null {
  const { connection, search, range, begunAt } = header
  const closed = others.filter(
    (other) =>
      other.id !== id &&
      other.label.closed !== null &&
      other.header.connection.id === connection.id &&
      other.header.connection.baseUrl === connection.baseUrl &&
      other.header.begunAt < begunAt &&
      isDeepStrictEqual([other.header.search, other.header.range], [search, range]),
  )
  return closed.sort((a, b) => a.header.begunAt.localeCompare(b.header.begunAt)).at(-1)?.id ?? null
}

/**
 * Reads the events around the period as two snapshots of their own, which causes ask for.
 * @returns their IDs, or how the check ends where one cannot be read
 */
async function readBoundaryEvents(
  { header, readMore }: SnapshotAtHand,
  { before, after }: { before: BoundaryRange; after: BoundaryRange },
  say: (line: string) => void,
): Promise<{ before: string; after: string } | CheckEnd> {
  const ids: string[] = []
  for (const { from, until, customer } of [before, after]) {
    const search = { ...header.search, ...(customer === null ? {} : { customerId: customer }) }
    const read = await readMore(search, { from, until, zone: header.range.zone })
    if (read.kind !== 'read') return read
    if (read.state.verdict.kind !== 'complete') say(`Around the period: ${visibleLine(read.state.verdict.sentence)}`)
    ids.push(read.id)
  }
  const [one = '', other = ''] = ids
  return { before: one, after: other }
}

/** What is nothing, or follows from the verdict, is left out. */
function printedLine(shown: InvoiceLine) {
  const { line, verdict, difference, currency, words, why, doubt, paper, alsoOn, inUtc, causes } = shown
  const differs = difference !== null && /[1-9]/.test(difference)
  // The verdict says all of it.
  const isPlain = (verdict === 'agrees' && inUtc === null) || verdict === 'total' || verdict === 'not-from-events'
  return {
    line,
    verdict,
    ...(differs ? { difference, currency } : {}),
    ...(doubt === null ? {} : { doubt, currency }),
    ...(isPlain ? {} : { words }),
    ...(isPlain || why === '' ? {} : { why }),
    ...(paper.length === 0 ? {} : { paper }),
    ...(alsoOn === null ? {} : { alsoOn }),
    ...(inUtc === null ? {} : { inUtc }),
    ...(causes === null
      ? {}
      : {
          causes: causes.fits.map(({ code, words: shortly, worth }) => ({
            code,
            words: shortly,
            worth: moneyText(worth, currency),
          })),
          tried: causes.tried,
          ...(causes.unasked === 0 ? {} : { unasked: causes.unasked }),
        }),
  }
}

function summaryOf(answer: Checked, verdict: SnapshotVerdict) {
  return {
    words: invoiceWords(answer, isProved(verdict)),
    verdict: verdict.kind,
    ...ofWhat(isProved(verdict)),
    lines: answer.lines,
    events: answer.events,
    snapshotEvents: answer.of,
    rules: answer.version,
    agrees: answer.agrees,
    verdicts: Object.fromEntries(answer.verdicts.map((one) => [one.verdict, one.lines])),
    paper: answer.paper,
    equation: answer.equation,
    unbilled: answer.unbilled,
    billedTwice: answer.billedTwice,
    surelyTwice: answer.surelyTwice,
    inUtc: answer.inUtc,
    answering: answer.answering,
    columns: answer.columns.map(({ head, means, unread }) => ({
      head,
      means,
      unread: unread.cells,
      ...(unread.cells === 0 ? {} : { unreadCells: unread.samples }),
    })),
    unknown: answer.names.flatMap((name) => {
      const isKnown = name.of === 'customer' ? name.is !== null : name.means !== null
      return isKnown ? [] : [{ of: name.of, said: name.said, lines: name.lines }]
    }),
    notes: answer.notes,
  }
}
