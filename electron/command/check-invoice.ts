// An invoice from beginning to end: it is looked at, held against events, and what was found of each line is printed.
import { isDeepStrictEqual } from 'node:util'
import type { InvoiceChoices, InvoiceMeaning } from '../../shared/check/checked-file.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { invoiceWords, unreadWords } from '../../shared/snapshot/checked-words.ts'
import type { EdgeRange, InvoiceCheckQuestion } from '../../shared/snapshot/snapshot-invoice.ts'
import type { ValuesQuestion } from '../../shared/snapshot/snapshot-rows.ts'
import { isProved } from '../../shared/snapshot/verdict-name.ts'
import { isRequestName } from '../../shared/worth/request-names.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { cellText } from '../backend/check/ledger-lines.ts'
import { headCurrencies, proposedInvoiceMeanings } from '../backend/check/propose-columns.ts'
import { numberDress } from '../backend/check/read-number.ts'
import { sideColumn } from '../backend/snapshots/questions/amount-sides.ts'
import { heldPeriods } from '../backend/snapshots/questions/invoice/billing-calendar.ts'
import type { Questions } from '../backend/snapshots/questions/open-questions.ts'
import { visibleLine } from '../platform/visible-text.ts'
import type { InvoiceArguments } from './check-arguments.ts'
import { foundOrEnd, readHeads, readInHand, STOPPED, showCheck } from './checked-file.ts'
import {
  type CheckEffects,
  type CheckEnd,
  type CheckMaterial,
  failed,
  needs,
  type SnapshotAtHand,
  withSnapshot,
} from './checked-snapshot.ts'
import { printInvoice } from './print-invoice.ts'

type Material = CheckMaterial<InvoiceChoices>

/** Ends with `needs` where options are missing: before events are read, if the heads of the file show it. */
export async function checkInvoice(
  args: InvoiceArguments,
  material: Material,
  effects: CheckEffects,
): Promise<CheckEnd> {
  const looked = await lookAhead(args, material)
  if (looked.kind !== 'ready') return looked
  return withSnapshot(args, effects, async (snapshot) => {
    const missing = missingOf(looked, snapshot)
    if (missing !== null) return needs(missing)
    return checkWith(snapshot, args, { ...material, choices: looked.choices }, effects)
  })
}

interface Looked {
  kind: 'ready'
  choices: InvoiceChoices
  /** What its columns mean. */
  means: ReadonlySet<InvoiceMeaning>
}

async function lookAhead(
  { columns, rulesFile }: InvoiceArguments,
  { file, choices }: Material,
): Promise<Looked | CheckEnd> {
  const read = await readHeads(file, choices, columns)
  if (read.kind !== 'heads') return read
  const { heads, has } = read
  const ofHeads = proposedInvoiceMeanings(heads, sideColumn(read.beginning))
  const proposed = ofHeads.filter((one) => one !== null)
  const means = new Set(read.columns?.map((one) => one.means) ?? proposed)
  const absent = (['item', 'amount'] as const).find(
    (meaning) => !means.has(meaning) && !(meaning === 'amount' && means.has('debit')),
  )
  if (absent !== undefined) {
    return needs(`--columns: say which column is the ${absent} of a line, as HEAD=${absent}. ${has}`)
  }
  const hasAmount = (one: InvoiceMeaning | null) => one === 'amount' || one === 'debit'
  const amount = read.columns?.find((one) => hasAmount(one.means))?.column ?? ofHeads.findIndex(hasAmount)
  const isInHead = headCurrencies(heads[amount] ?? '')?.length === 1
  const isInCells = read.beginning.lines.some(
    ({ cells }) => numberDress(cellText(cells[amount]))?.currencies?.length === 1,
  )
  if (!means.has('currency') && choices.currency === null && !isInHead && !isInCells) {
    return needs('--currency: no column says the currency of the lines. Say which one they have.')
  }
  if (rulesFile === undefined) {
    return needs('--rules: an invoice is compared with what its events are worth. Name the file with your price rules.')
  }
  // As of a ledger, who types which column has the debits says that it is charged.
  const areSidesSaid = read.columns?.some((one) => one.means === 'debit') === true
  const charged = choices.charged ?? (areSidesSaid ? 'debit' : null)
  return { kind: 'ready', choices: { ...choices, charged, columns: read.columns }, means }
}

/** What only its owner knows, and what was read does not settle: a sentence that names the option. */
function missingOf({ means, choices }: Looked, { header: { search, range } }: SnapshotAtHand): string | null {
  if (!means.has('customer') && choices.customer === null && search.customerId === undefined) {
    return '--customer: no column says whose the lines are. Give the customer ID of all of them.'
  }
  const isPeriodSaid = means.has('period') || means.has('from') || choices.period !== null
  if (!isPeriodSaid && heldPeriods(range, null).month === null) {
    return '--period: no column says of which month or days the lines are, and what was read is not one month.'
  }
  return null
}

async function checkWith(
  snapshot: SnapshotAtHand,
  args: InvoiceArguments,
  { file, rules, choices }: Material,
  effects: CheckEffects,
): Promise<CheckEnd> {
  const { questions, header, state } = snapshot
  const { progress, signal } = effects
  const scope = { where: [], misses: true }
  const { search } = header
  const { verdict } = state
  progress.show('Loading the events.')
  const ignored = await requestNames(questions, rules?.rules ?? null, signal)
  const question: InvoiceCheckQuestion = {
    ask: 'invoiceCheck',
    fileId: '',
    choices: { ...choices, customer: choices.customer ?? search.customerId ?? null },
    scope,
    rules: rules?.text ?? null,
    inHand: readInHand(snapshot, { ...scope, misses: false }),
    shownZone: args.shownZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    edges: null,
    duplicates: { windowSeconds: DUPLICATES_WITHIN, ignored, legitimate: [] },
    closed: closedBefore(snapshot),
  }
  const ask = async (asked: InvoiceCheckQuestion) =>
    foundOrEnd(await questions.ask(asked, 'check', signal, { file, report: showCheck(progress) }), file)
  const first = await ask(question)
  if (first.kind !== 'found') return first
  let answer = first.found
  const wanted = answer.edgesWanted
  if (wanted !== null && args.edges) {
    const edges = await readEdges(snapshot, wanted, progress.say)
    if ('kind' in edges) return edges
    const again = await ask({ ...question, edges })
    if (again.kind !== 'found') return again
    answer = again.found
  }
  const isWhole = isProved(verdict)
  progress.say(visibleLine(invoiceWords(answer, isWhole)))
  for (const said of [...unreadWords(answer.columns, () => 'not read'), ...answer.notes])
    progress.say(visibleLine(said))
  if (answer.edgesWanted !== null && !args.edges) {
    const lines = countWords(answer.edgesWanted.lines, 'line needs', 'lines need')
    progress.say(`${lines} events around the period: --edges reads them.`)
  }
  const printed = await printInvoice(questions, answer, verdict, effects)
  if (!printed) return failed(STOPPED)
  return { kind: 'checked', agrees: isWhole && answer.agrees, comparesMoney: true }
}

/** As "Checks" in the window looks for them at first, in seconds. */
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

async function readEdges(
  { header, readMore }: SnapshotAtHand,
  { before, after }: { before: EdgeRange; after: EdgeRange },
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
