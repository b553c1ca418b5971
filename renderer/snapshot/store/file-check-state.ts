// All that the page knows of a file that is held against an opened snapshot: what is chosen for it, and remembered for
// the next file with the same heads; how it is read, and how it was checked.
import { z } from 'zod'
import {
  type Asks,
  type FileChoices,
  type FileLook,
  fileChoicesSchema,
  type InvoiceChoices,
  invoiceChoicesSchema,
  NOTHING_CHOSEN,
  NOTHING_CHOSEN_FOR_INVOICE,
  type Refusal,
  type SameName,
} from '../../../shared/check/checked-file.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import type {
  InvoiceAnswer,
  InvoiceCheckQuestion,
  InvoiceRowsOf,
  LineVerdict,
} from '../../../shared/snapshot/snapshot-invoice.ts'
import type {
  CheckProgress,
  FileCheckQuestion,
  LedgerAnswer,
  Outcome,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import type { Bridge } from '../../bridge.ts'
import type { BroughtFile } from './held-file.ts'

/** A file is read as one of these. */
export type FileKind = 'ledger' | 'invoice'

/** The choices for a file, as a ledger and as an invoice. */
export interface KindChoices {
  ledger: FileChoices
  invoice: InvoiceChoices
}

export interface Chosen {
  kind: FileKind
  choices: KindChoices
}

const NOTHING: KindChoices = { ledger: NOTHING_CHOSEN, invoice: NOTHING_CHOSEN_FOR_INVOICE }
export const NOTHING_CHOSEN_YET: Chosen = { kind: 'ledger', choices: NOTHING }

/** Some choices for a file of either kind. */
export type ChangedChoices = Partial<FileChoices> | Partial<InvoiceChoices>

/** The same file with some choices of its kind changed. */
export const withChoices = ({ kind, choices }: Chosen, change: ChangedChoices): Chosen => ({
  kind,
  choices: { ...choices, [kind]: { ...choices[kind], ...change } },
})

/** A file of either kind leaves these open. */
export type ReadingChoices = Pick<
  FileChoices,
  'separator' | 'decimal' | 'encoding' | 'sheet' | 'hidden' | 'headLine' | 'currency' | 'days' | 'units' | 'charged'
>

/** Gives them as questions about reading take them. */
export function lookChoices({ kind, choices }: Chosen): FileChoices {
  if (kind === 'ledger') return choices.ledger
  const { separator, decimal, encoding, sheet, hidden, headLine } = choices.invoice
  return { ...NOTHING_CHOSEN, separator, decimal, encoding, sheet, hidden, headLine }
}

/** Read as the other kind: what was said of the file itself holds all the same. */
export function choicesForKind({ kind: before, choices }: Chosen, kind: FileKind): Chosen {
  const { separator, decimal, encoding, sheet, hidden, headLine, currency, days, units, charged } = choices[before]
  const reading = { separator, decimal, encoding, sheet, hidden, headLine, currency, days, units, charged }
  return withChoices({ kind, choices }, reading)
}

const NAMES = { ledger: 'checked-files', invoice: 'checked-invoices' } as const

type Remembered = Pick<Bridge, 'remembered'>['remembered']

/** These choices are of one file alone: another with the same heads may have another separator or sheet. */
const NOT_CARRIED = { separator: null, encoding: null, sheet: null, hidden: null, headLine: null }

/**
 * Tells what was chosen for such heads the last time, as far as nothing else is chosen now; null: nothing was. Which of
 * the two kinds the file is, what was checked last says, and where that is both, its heads do.
 */
export async function withRememberedChoices(
  remembered: Remembered,
  connectionId: string,
  { heads, seems }: { heads: string; seems: FileKind },
  chosen: Chosen,
  signal: AbortSignal,
): Promise<Chosen | null> {
  const read = async <Kind extends FileKind>(kind: Kind, schema: z.ZodType<KindChoices[Kind]>) => {
    const text = await remembered.read({ connectionId, name: NAMES[kind] }, { signal }).catch(() => null)
    return keptChoices(text, heads, schema)
  }
  const ledger = await read('ledger', fileChoicesSchema)
  const invoice = await read('invoice', invoiceChoicesSchema)
  if (ledger === null && invoice === null) return null
  const kind = ledger === null ? 'invoice' : invoice === null ? 'ledger' : seems
  const { choices } = choicesForKind(chosen, kind)
  const joined = <Kind extends FileKind>(of: Kind, kept: KindChoices[Kind] | null): KindChoices[Kind] =>
    kept === null ? choices[of] : { ...kept, ...NOT_CARRIED, ...changedChoices(choices[of], NOTHING[of]) }
  return { kind, choices: { ledger: joined('ledger', ledger), invoice: joined('invoice', invoice) } }
}

/** Those of the choices that somebody made: they differ from what stands there at first. */
function changedChoices<Choices extends object>(chosen: Choices, nothing: Choices): Partial<Choices> {
  const given = Object.entries(chosen).filter(([name, value]) => value !== nothing[name as keyof Choices])
  return Object.fromEntries(given) as Partial<Choices>
}

/** Rejects where it cannot be remembered. */
export async function rememberChoices(
  remembered: Remembered,
  connectionId: string,
  heads: string,
  chosen: Chosen,
): Promise<void> {
  const place = { connectionId, name: NAMES[chosen.kind] }
  // Whose invoice it is, and of when, is another matter with the next one.
  const choices =
    chosen.kind === 'ledger'
      ? chosen.choices.ledger
      : { ...chosen.choices.invoice, customer: null, period: null, lastDays: null }
  const text = await remembered.read(place)
  await remembered.write({ ...place, value: withKeptChoices(text, heads, choices) })
}

/** These were chosen for files with certain heads, the latest first. */
const keptChoicesSchema = z.array(z.object({ heads: z.string(), choices: z.unknown() })).max(100)

/** It counts UTF-16 units, as much as a connection keeps under one name. */
const LONGEST_KEPT = 1024 * 1024

/**
 * Tells what was chosen last for files with these heads; null: nothing, or nothing that can be understood.
 * @param schema of the choices: of a ledger's, or of an invoice's
 */
export function keptChoices<Choices>(text: string | null, heads: string, schema: z.ZodType<Choices>): Choices | null {
  const kept = readKept(text).find((one) => one.heads === heads)
  return schema.safeParse(kept?.choices).data ?? null
}

/** The text to keep from now on; the oldest go where there are too many. */
export function withKeptChoices(text: string | null, heads: string, choices: unknown): string {
  const all = [{ heads, choices }, ...readKept(text).filter((one) => one.heads !== heads)].slice(0, 100)
  let kept = JSON.stringify(all)
  while (kept.length > LONGEST_KEPT && all.length > 0) {
    all.pop()
    kept = JSON.stringify(all)
  }
  return kept
}

const readKept = (text: string | null) => parseKept(text, keptChoicesSchema) ?? []

export type LookedFile = Extract<FileLook, { kind: 'looked' }>
export type CheckedLedger = Extract<LedgerAnswer, { kind: 'checked' }>
export type CheckedInvoice = Extract<InvoiceAnswer, { kind: 'invoice' }>

type LedgerAgainst = Pick<FileCheckQuestion, 'scope' | 'rules' | 'sent' | 'wholeRange'>
type InvoiceAgainst = Pick<
  InvoiceCheckQuestion,
  'scope' | 'rules' | 'wholeRange' | 'shownZone' | 'duplicates' | 'closed'
>

/** A file is held against this by rules: a ledger by one half of it, an invoice by the other. */
export type HeldAgainst = LedgerAgainst & InvoiceAgainst

/** Snapshots of the hours around the period of an invoice; null: not read. */
export type BoundaryEventsRead = InvoiceCheckQuestion['edges']

/** This is what was checked, and how: what is chosen now may be something else. */
export type CheckedFile =
  | { kind: 'ledger'; answer: CheckedLedger; choices: FileChoices; against: HeldAgainst }
  | {
      kind: 'invoice'
      answer: CheckedInvoice
      choices: InvoiceChoices
      against: HeldAgainst
      edges: BoundaryEventsRead
    }
export type CheckedLedgerFile = Extract<CheckedFile, { kind: 'ledger' }>
export type CheckedInvoiceFile = Extract<CheckedFile, { kind: 'invoice' }>

/** Tells what it calls customers: as chosen, or as only one can be meant. */
export function customerNamesOf(checked: CheckedFile): SameName[] {
  if (checked.kind === 'ledger') return checked.choices.customers
  return checked.answer.names.flatMap((name) =>
    name.of === 'customer' && name.is !== null ? [{ said: name.said, is: name.is }] : [],
  )
}

/** This says which lines of a checked ledger are looked at. */
export interface ShownLines {
  outcome: Outcome
  /** Only lines of which this column differs are shown: its place among the columns of the answer. */
  differsIn: number | null
  offset: number
  /** Where the pages before begin: a page of long lines has fewer. */
  before: readonly number[]
}

/** The line of an invoice, or the events on no line, that is explained. */
export type ExplainedOf = Extract<InvoiceRowsOf, { of: 'line' | 'unbilled' }>

/** This says which lines of a checked invoice are looked at. */
export interface ShownInvoice {
  /** Null: all. */
  verdict: LineVerdict | null
  offset: number
  unbilledOffset: number
  /** Null: the first that differs. */
  explained: ExplainedOf | null
}

export const FIRST_SHOWN: ShownInvoice = { verdict: null, offset: 0, unbilledOffset: 0, explained: null }

/** What of an invoice is looked at once it is checked again: the line that was explained, if it is still the same. */
export function keptInvoiceView(
  { checked, shown }: Pick<FileCheckState, 'checked' | 'shown'>,
  again: CheckedFile,
): ShownInvoice | null {
  const explained = shown.invoice?.explained ?? null
  const isSame = checked?.kind === 'invoice' && again.kind === 'invoice' && checked.answer.lines === again.answer.lines
  return isSame && explained?.of === 'line' ? { ...FIRST_SHOWN, explained } : null
}

export type FileWork =
  | { step: 'sending'; name: string; done: number; of: number }
  | { step: 'looking'; name: string }
  /** `progress` null: it has only begun. */
  | { step: 'checking'; progress: CheckProgress | null }

export interface FileCheckState extends Chosen {
  /** "Lines" has it. */
  typed: string
  /** Null: none took its place yet. */
  file: BroughtFile | null
  /** Whether the choices are those that were remembered of the last file with these heads. */
  areKept: boolean
  /** It is by the latest choices that it could be read by; null: by none yet. */
  look: LookedFile | null
  /** This is what its owner has to say before it can go on. */
  asks: readonly Asks[]
  /** Why it cannot be read by these choices. */
  refusal: string | null
  /** A file that did not take the place of the one that is here. */
  turnedAway: { name: string; words: string; isReceipt: boolean } | null
  work: FileWork | null
  /** Why an answer did not come; `retry` asks again. */
  trouble: Error | null
  checked: CheckedFile | null
  shown: ShownOfKind
}

/** What is looked at of a checked file of each kind; null: as at first. */
export interface ShownOfKind {
  ledger: ShownLines | null
  invoice: ShownInvoice | null
}

export const NO_FILE: FileCheckState = {
  ...NOTHING_CHOSEN_YET,
  typed: '',
  file: null,
  areKept: false,
  look: null,
  asks: [],
  refusal: null,
  turnedAway: null,
  work: null,
  trouble: null,
  checked: null,
  shown: { ledger: null, invoice: null },
}

/** What a look says is to do. @param kind as what the file is read: an invoice needs no column of event IDs */
export function stateAfterLook(look: FileLook, kind: FileKind): Partial<FileCheckState> {
  if (look.kind !== 'looked') return stateAfterRefusal(look)
  const asks = kind === 'ledger' ? look.asks : look.asks.filter(({ ask }) => ask !== 'columns')
  return { look, asks, refusal: null }
}

/** Leaves the file and its last check as they are. */
export function stateAfterRefusal(
  answer: Refusal | Extract<LedgerAnswer | InvoiceAnswer, { kind: 'no-rules' }>,
): Partial<FileCheckState> {
  switch (answer.kind) {
    case 'asks':
      return { asks: answer.asks, refusal: null }
    case 'refused':
    case 'receipt':
      return { refusal: answer.words }
    case 'no-rules':
      return { refusal: answer.problems.join(' ') }
  }
}

/** The half of it by which a file of this kind is held against events. */
export function againstOf(kind: FileKind, against: HeldAgainst): LedgerAgainst | InvoiceAgainst {
  const { scope, rules, sent, wholeRange, shownZone, duplicates, closed } = against
  return kind === 'ledger'
    ? { scope, rules, sent, wholeRange }
    : { scope, rules, wholeRange, shownZone, duplicates, closed }
}

/** Whether it is what would be checked now. */
export function isCurrentCheck({ kind, choices, against }: CheckedFile, now: Chosen, nowAgainst: HeldAgainst): boolean {
  const nowCheck = [now.choices[kind], againstOf(kind, nowAgainst)]
  return JSON.stringify([choices, againstOf(kind, against)]) === JSON.stringify(nowCheck)
}
