// What is chosen for a file, as a ledger and as an invoice, and what is remembered of it for the next file with the same heads.
import { z } from 'zod'
import {
  type FileChoices,
  fileChoicesSchema,
  type InvoiceChoices,
  invoiceChoicesSchema,
  NOTHING_CHOSEN,
  NOTHING_CHOSEN_FOR_INVOICE,
} from '../../../shared/check/checked-file.ts'
import { parseKept } from '../../../shared/exact/exact-json.ts'
import type { Bridge } from '../../bridge.ts'

/** As what a file is read. */
export type FileKind = 'ledger' | 'invoice'

/** What is chosen for a file of each kind. */
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

export const withChoices = ({ kind, choices }: Chosen, change: ChangedChoices): Chosen => ({
  kind,
  choices: { ...choices, [kind]: { ...choices[kind], ...change } },
})

/** What a file of either kind leaves open. */
export type ReadingChoices = Pick<
  FileChoices,
  'separator' | 'decimal' | 'encoding' | 'sheet' | 'hidden' | 'headLine' | 'currency' | 'days' | 'units' | 'charged'
>

/** As questions about reading it take them. */
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

/** Where the table of one file is. Another one whose heads were found has its own: lines that are pasted have nothing above them. */
const NOT_CARRIED = { separator: null, encoding: null, sheet: null, hidden: null, headLine: null }

/**
 * What was chosen for such heads the last time, as far as nothing else is chosen now; null: nothing was. Which of the two
 * kinds the file is, what was checked last says, and where that is both, its heads do.
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

/** What was chosen for files with certain heads, the latest first. */
const keptChoicesSchema = z.array(z.object({ heads: z.string(), choices: z.unknown() })).max(100)

/** In UTF-16 units, as much as a connection keeps under one name. */
const LONGEST_KEPT = 1024 * 1024

/**
 * What was chosen last for files with these heads; null: nothing, or nothing that can be understood.
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
