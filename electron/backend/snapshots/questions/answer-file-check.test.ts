import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileChoices, NOTHING_CHOSEN } from '../../../../shared/check/checked-file.ts'
import { FIELD_KEYS } from '../../../../shared/event/event-fields.ts'
import type { FileCheckQuestion, LedgerAnswer } from '../../../../shared/snapshot/snapshot-ledger.ts'
import type { HeldFile } from '../../check/held-files.ts'
import { answerFileCheck } from './answer-file-check.ts'
import { answerFileLines, listedIn } from './answer-file-lines.ts'
import {
  anyLedger,
  decimal,
  eventJson,
  LEDGER_RULES,
  type LedgerCase,
  type LedgerRow,
  modelOf,
} from './fixtures/any-ledger.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const RUNS = isLong ? 2_000 : 60
const HEADS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'key', 'amount', 'currency']

const MEANT: FileChoices['columns'] = [
  ...FIELD_KEYS.map((field, column) => ({ column, means: { is: 'field' as const, field } })),
  { column: 5, means: { is: 'property', name: 'key' } },
  { column: 6, means: { is: 'amount' } },
  { column: 7, means: { is: 'currency' } },
]

const held = (text: string): HeldFile => {
  const bytes = Buffer.from(text)
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return { name: 'ledger', bytes: shared }
}

const question = (choices: Partial<FileChoices>, more: Partial<FileCheckQuestion> = {}): FileCheckQuestion => ({
  ask: 'fileCheck',
  kind: 'ledger',
  fileId: '',
  choices: { ...NOTHING_CHOSEN, ...choices },
  scope: { where: [], misses: true },
  rules: null,
  sent: { amount: 'amount', currency: 'currency' },
  ...more,
})

const asked = async (events: readonly string[], text: string, wanted: FileCheckQuestion) => {
  const snapshot = await snapshotOfTexts(events.map((source) => ({ source })))
  const checked = await answerFileCheck(snapshot, wanted, held(text), anyTurn, () => undefined)
  return { snapshot, ...checked }
}

const FORMATS = ['comma', 'semicolon', 'tab', 'ndjson'] as const
type Format = (typeof FORMATS)[number]

/** Amounts with a comma where the separator is a semicolon, at times with points between thousands. */
function cellOf(line: LedgerRow, format: Format): string[] {
  const plain = line.amount === null ? '' : decimal(line.amount)
  const grouped = plain.replace('.', ',').replace(/\d(?=(?:\d{3})+,)/g, '$&.')
  return [
    line.id,
    line.customer,
    line.code,
    line.type,
    line.time,
    line.key,
    format === 'semicolon' ? grouped : plain,
    line.currency,
  ]
}

function written(lines: readonly LedgerRow[], format: Format): string {
  const rows = lines.map((line) => cellOf(line, format))
  if (format !== 'ndjson') {
    const delimiter = { comma: ',', semicolon: ';', tab: '\t' }[format]
    return stringify([HEADS, ...rows], { delimiter })
  }
  return rows
    .map((cells) =>
      JSON.stringify(Object.fromEntries(HEADS.map((head, at) => [head, cells[at] === '' ? null : cells[at]]))).replace(
        /"amount":"([^"]*)"/,
        '"amount":$1',
      ),
    )
    .join('\n')
}

/** The only sign that is right is said where the file leaves it open. */
async function checkedCase(one: LedgerCase, format: Format) {
  const choices: Partial<FileChoices> = {
    // As proposed, where events have these properties.
    columns: MEANT,
    amounts: one.amounts,
    key: one.byKey ? [{ means: { is: 'property', name: 'key' } }] : null,
  }
  const wanted = (more: Partial<FileChoices>) =>
    question({ ...choices, ...more }, { rules: one.hasRules ? LEDGER_RULES : null })
  const events = one.events.map(eventJson)
  const text = written(one.lines, format)
  const first = await asked(events, text, wanted({}))
  if (first.answer.kind !== 'asks') return first
  expect(first.answer.asks.map(({ ask }) => ask)).toEqual(['decimal'])
  return asked(events, text, wanted({ decimal: format === 'semicolon' ? ',' : '.' }))
}

const anyCase = fc.tuple(anyLedger, fc.constantFrom(...FORMATS))

test('every outcome is that of a plain model, and file less snapshot is the sum of the groups to the digit', {
  timeout: isLong ? 600_000 : 60_000,
}, async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(anyCase, async ([one, format]) => {
      const model = modelOf(one)
      const { answer, ledger } = await checkedCase(one, format)
      if (answer.kind !== 'checked' || ledger === null) throw new Error(JSON.stringify(answer))
      const { snapshot } = {
        snapshot: await snapshotOfTexts(one.events.map((event) => ({ source: eventJson(event) }))),
      }
      const all = await listedIn(ledger, { outcome: null, differsIn: null }, anyTurn)
      const pages = [0, 100, 200, 300].flatMap(
        (offset) =>
          answerFileLines(snapshot, ledger, all, {
            ask: 'fileLines',
            checkId: '',
            outcome: null,
            differsIn: null,
            offset,
            limit: 100,
          }).lines,
      )
      expect(pages.filter(({ line }) => line !== null).map(({ outcome }) => outcome)).toEqual(model.lines)
      for (const outcome of model.lines) seen.add(outcome)
      for (const outcome of model.events) seen.add(outcome)
      const events = one.events.map((event, row) => {
        const own = pages.find((page) => page.row === row && page.outcome !== 'repeated')
        return own?.outcome ?? `${event.id} is on no line`
      })
      expect(events).toEqual(model.events)
      expect(moneyOf(answer)).toEqual(moneyOfModel(model))
      for (const { holds } of answer.equation) expect(holds).toBe(true)
      for (const { outcome, lines, events: own } of answer.groups) {
        expect(lines).toBe(model.lines.filter((name) => name === outcome).length)
        expect(own).toBe(model.events.filter((name) => name === outcome).length)
      }
    }),
    { numRuns: RUNS, ...(isLong ? {} : { seed: 28 }) },
  )
  expect([...seen].sort()).toEqual(['differing', 'matched', 'only-file', 'only-snapshot', 'repeated'])
})

type Checked = Extract<LedgerAnswer, { kind: 'checked' }>

function moneyOf({ equation }: Pick<Checked, 'equation'>): Record<string, unknown> {
  return Object.fromEntries(
    equation.map(({ of, currency, file, snapshot, difference, groups }) => [
      `${of} ${currency ?? ''}`,
      {
        file,
        snapshot,
        difference,
        groups: Object.fromEntries(
          groups.filter((group) => group.difference !== '0').map((group) => [group.outcome, group.difference]),
        ),
      },
    ]),
  )
}

function moneyOfModel({ money }: ReturnType<typeof modelOf>): Record<string, unknown> {
  const text = (thousandths: number) =>
    decimal(thousandths)
      .replace(/\.?0+$/, '')
      .replace(/^-0$/, '0')
  return Object.fromEntries(
    [...money].map(([name, { file, snapshot, groups }]) => [
      name,
      {
        file: text(file),
        snapshot: text(snapshot),
        difference: text(file - snapshot),
        groups: Object.fromEntries(
          [...groups].filter(([, sum]) => sum !== 0).map(([outcome, sum]) => [outcome, text(sum)]),
        ),
      },
    ]),
  )
}
