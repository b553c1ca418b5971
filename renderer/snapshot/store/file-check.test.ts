import { expect, test } from 'vitest'
import { type Asks, type FileChoices, type FileLook, NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import type { InvoiceAnswer } from '../../../shared/snapshot/snapshot-invoice.ts'
import type { LedgerAnswer } from '../../../shared/snapshot/snapshot-ledger.ts'
import type { AskStep, SnapshotQuestion } from '../../../shared/snapshot/snapshot-question.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { memoryRemembered } from '../../ui/fixtures/memory-remembered.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { createFileCheck } from './file-check.ts'
import { isCurrentCheck, withKeptChoices } from './file-check-state.ts'
import { checkedInvoice } from './fixtures/checked-invoice.ts'
import { checkedLedger, heldAgainst, lookedFile } from './fixtures/checked-ledger.ts'

const AGAINST = heldAgainst()
const OVER: Extract<Failure, { kind: 'invalid' }> = {
  kind: 'invalid',
  field: 'file',
  message: 'This file is no longer in memory.',
}
const SEMICOLONS: FileChoices = { ...NOTHING_CHOSEN, separator: ';', decimal: ',' }

const fileOf = (name: string, text = 'a;b\n1;2') => ({ name, bytes: new Blob([text]) })
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A backend that holds files as bytes, looks at them as the test says, and checks what it is told to. */
function started() {
  const remembered = memoryRemembered()
  const held = new Map<string, { name: string; bytes: Buffer }>()
  const recorded: string[] = []
  const unkept: unknown[] = []
  let forgotten = 0
  let count = 0
  const answers = {
    look: (name: string, _choices: FileChoices): FileLook | Promise<FileLook> => lookedFile({ notes: [name] }),
    check: (): LedgerAnswer => checkedLedger(),
    checkInvoice: (): InvoiceAnswer => checkedInvoice(),
    /** Holds a check back until it is called. */
    wait: Promise.resolve(),
    /** Whether a check that nobody waits for ends before it has an outcome. */
    isQuick: true,
  }
  const nameOf = (fileId: string) => {
    const file = held.get(fileId)
    if (file === undefined) throw new FailureError(OVER)
    return file.name
  }
  const calls = {
    open: async ({ name, bytes }: { name: string; bytes: number }) => {
      if (bytes > 100) throw new FailureError({ ...OVER, message: 'This file is too large.' })
      count += 1
      held.set(`file ${count}`, { name, bytes: Buffer.alloc(0) })
      return { fileId: `file ${count}` }
    },
    add: async ({ fileId, chunk }: { fileId: string; chunk: string }) => {
      const file = held.get(fileId)
      if (file !== undefined) file.bytes = Buffer.concat([file.bytes, Buffer.from(chunk, 'base64')])
      return { bytes: file?.bytes.length ?? 0 }
    },
    close: async ({ fileId }: { fileId: string }) => {
      held.delete(fileId)
      return null
    },
  }
  async function* ask(
    { question }: { question: SnapshotQuestion },
    { signal }: { signal: AbortSignal },
  ): AsyncGenerator<AskStep> {
    const over = (answer: FileLook | LedgerAnswer | InvoiceAnswer): AskStep => ({
      state: 'over',
      outcome: { kind: 'answered', answer },
    })
    switch (question.ask) {
      case 'fileLook': {
        const name = nameOf(question.fileId)
        recorded.push(`look ${name} ${question.choices.separator ?? 'by itself'}`)
        yield over(await answers.look(name, question.choices))
        return
      }
      case 'fileCheck':
        recorded.push(`check ${nameOf(question.fileId)}`)
        yield { state: 'checking', phase: 'reading', done: 1, of: null }
        await Promise.race([
          answers.wait,
          new Promise((_, reject) => {
            if (answers.isQuick) signal.addEventListener('abort', () => reject(signal.reason))
          }),
        ])
        yield over(answers.check())
        return
      case 'invoiceCheck':
        recorded.push(`check invoice ${nameOf(question.fileId)} ${question.edges?.before ?? 'without edges'}`)
        yield over(answers.checkInvoice())
        return
      default:
        throw new TypeError(question.ask)
    }
  }
  const bridge = { fileCheck: calls, remembered: remembered.calls, snapshots: { ask } } as unknown as Pick<
    Bridge,
    'fileCheck' | 'remembered' | 'snapshots'
  >
  const check = createFileCheck({
    parts: createStateStore(),
    bridge,
    snapshotId: 'october',
    connectionId: 'acme',
    onUnkept: (error) => unkept.push(error),
    onNewCheck() {
      forgotten += 1
    },
  })
  return { check, answers, held, recorded, unkept, remembered, forgotten: () => forgotten }
}

test('a file is sent whole, looked at, checked, and its choices hold for the next file with its heads', async () => {
  const { check, held, recorded, remembered, forgotten } = started()
  await check.bring(fileOf('ledger.csv', 'ä;1'), null, null)
  expect(held.get('file 1')?.bytes.toString()).toBe('ä;1')
  expect(check.state()).toMatchObject({ file: { name: 'ledger.csv' }, work: null, checked: null, areKept: false })
  await check.choose({ separator: ';', decimal: ',' }, null)
  expect(forgotten()).toBe(0)
  await check.check(AGAINST)
  expect(forgotten()).toBe(1)
  const { checked } = check.state()
  const shown = { outcome: 'only-file', differsIn: null, offset: 50, before: [0] } as const
  check.show({ ledger: shown })
  expect(check.state().shown).toEqual({ ledger: shown, invoice: null })
  expect(checked).toMatchObject({ kind: 'ledger', choices: SEMICOLONS, against: AGAINST })
  expect(await remembered.calls.read({ connectionId: 'acme', name: 'checked-files' })).toBe(
    withKeptChoices(null, lookedFile().heads, SEMICOLONS),
  )
  await check.bring(fileOf('next.csv'), null, null)
  const decimalOnly = { ...SEMICOLONS, separator: null }
  expect(check.state()).toMatchObject({
    choices: { ledger: decimalOnly },
    areKept: true,
    checked: null,
    shown: { ledger: null },
  })
  expect([...held.values()].map(({ name }) => name)).toEqual(['next.csv'])
  // What was kept is offered once: taken back, it stays away.
  await check.choose({ decimal: null }, null)
  expect(check.state()).toMatchObject({ choices: { ledger: { separator: null, decimal: null } }, areKept: false })
  expect(recorded).toEqual([
    'look ledger.csv by itself',
    'look ledger.csv ;',
    'check ledger.csv',
    'look next.csv by itself',
    'look next.csv by itself',
    'look next.csv by itself',
  ])
})

test.each(['ledger', 'invoice'] as const)(
  'lines that are pasted have their own header row and separator, whatever the file before had as %s, and its decimal sign',
  async (kind) => {
    const { check } = started()
    const table = {
      separator: ';',
      headLine: 4,
      sheet: 'Lines',
      hidden: 'leave-out',
      encoding: 'windows-1252',
    } as const
    await check.bring(fileOf('statement.csv'), null, null)
    await check.readAs(kind, null)
    await check.choose({ ...table, decimal: ',' }, null)
    await check.check(AGAINST)
    check.leave()
    await check.bring(fileOf('Pasted lines'), null, null)
    const { choices, kind: readAs } = check.state()
    const own = { separator: null, headLine: null, sheet: null, hidden: null, encoding: null, decimal: ',' }
    expect([readAs, choices[kind]]).toEqual([kind, expect.objectContaining(own)])
  },
)

test('lines are checked at once where nothing is asked, and else shown with what is asked', async () => {
  const { check, answers } = started()
  check.type('a;b')
  await check.bring(fileOf('Pasted lines'), null, AGAINST)
  expect(check.state().checked).not.toBeNull()
  answers.look = () => lookedFile({ asks: [{ ask: 'columns', words: 'No column holds event IDs.' }] })
  await check.bring(fileOf('Pasted lines'), null, AGAINST)
  expect(check.state()).toMatchObject({ checked: null, asks: [{ ask: 'columns' }], typed: 'a;b' })
  check.leave()
  expect(check.state()).toMatchObject({ file: null, asks: [], typed: 'a;b' })
})

test.each([
  ['a receipt', { kind: 'receipt', words: 'This is a receipt.', of: 'events.csv' } as const, true],
  ['a file that cannot be read', { kind: 'refused', words: 'This is a picture.' } as const, false],
])('%s takes no place: the file that is here stays with all that was chosen and found', async (_, look, isReceipt) => {
  const { check, answers, held } = started()
  await check.bring(fileOf('ledger.csv'), null, null)
  await check.choose({ currency: 'EUR' }, null)
  await check.check(AGAINST)
  const before = check.state()
  answers.look = () => look
  await check.bring(fileOf('other.bin'), null, null)
  expect(check.state()).toEqual({ ...before, turnedAway: { name: 'other.bin', words: look.words, isReceipt } })
  expect(held.size).toBe(1)
  check.dismiss()
  expect(check.state()).toEqual(before)
})

test('one that is too large is refused in the words of the backend; the first that cannot be read can be read otherwise', async () => {
  const { check, answers } = started()
  await check.bring(fileOf('large.csv', 'x'.repeat(101)), null, null)
  expect(check.state()).toMatchObject({ file: null, turnedAway: { words: 'This file is too large.' }, work: null })
  answers.look = (_name, { headLine }) =>
    headLine === 3 ? lookedFile() : { kind: 'refused', words: 'Line 1 has no heads.' }
  await check.bring(fileOf('odd.csv'), null, null)
  expect(check.state()).toMatchObject({ file: { name: 'odd.csv' }, refusal: 'Line 1 has no heads.', look: null })
  await check.choose({ headLine: 3 }, null)
  expect(check.state()).toMatchObject({ refusal: null, look: { kind: 'looked' }, choices: { ledger: { headLine: 3 } } })
})

test('what only a check finds out is asked or said, and nothing that was chosen goes', async () => {
  const { check, answers } = started()
  await check.bring(fileOf('ledger.csv'), null, null)
  await check.choose({ currency: 'EUR' }, null)
  answers.check = () => ({ kind: 'asks', asks: [{ ask: 'decimal', words: '1.234: one thousand?', samples: [] }] })
  await check.check(AGAINST)
  expect(check.state()).toMatchObject({
    asks: [{ ask: 'decimal' }],
    checked: null,
    choices: { ledger: { currency: 'EUR' } },
  })
  answers.check = () => ({ kind: 'no-rules', problems: ['Rule 1 says no effect.'] })
  await check.check(AGAINST)
  expect(check.state()).toMatchObject({ refusal: 'Rule 1 says no effect.', choices: { ledger: { currency: 'EUR' } } })
})

test.each([true, false])('a check that is cancelled ends, and a late outcome changes nothing (%s)', async (isQuick) => {
  const { check, answers } = started()
  answers.isQuick = isQuick
  await check.bring(fileOf('ledger.csv'), null, null)
  const { promise, resolve } = Promise.withResolvers<void>()
  answers.wait = promise
  const checking = check.check(AGAINST)
  await settled()
  expect(check.state().work).toEqual({ step: 'checking', progress: { phase: 'reading', done: 1, of: null } })
  check.cancel()
  expect(check.state()).toMatchObject({ work: null, checked: null, trouble: null })
  resolve()
  await checking
  expect(check.state()).toMatchObject({ work: null, checked: null, trouble: null, file: { name: 'ledger.csv' } })
})

test('of two choices the later counts, whichever is answered first', async () => {
  const { check, answers } = started()
  await check.bring(fileOf('ledger.csv'), null, null)
  const first = Promise.withResolvers<FileLook>()
  answers.look = (_, { separator }) => (separator === ',' ? first.promise : lookedFile({ separator }))
  const choosing = check.choose({ separator: ',' }, null)
  await check.choose({ separator: '|' }, null)
  first.resolve(lookedFile({ separator: ',' }))
  await choosing
  expect(check.state()).toMatchObject({ choices: { ledger: { separator: '|' } }, look: { separator: '|' } })
})

test('a file that is not held any more is sent again, unasked', async () => {
  const { check, held, recorded } = started()
  await check.bring(fileOf('ledger.csv'), null, null)
  held.clear()
  await check.check(AGAINST)
  expect(check.state()).toMatchObject({ trouble: null, turnedAway: null, checked: { kind: 'ledger' } })
  expect(recorded.at(-1)).toBe('check ledger.csv')
  expect(held.size).toBe(1)
})

test('a backend that is gone is trouble that can be tried again; what cannot be remembered is said', async () => {
  const { check, answers, unkept, remembered } = started()
  await check.bring(fileOf('ledger.csv'), null, null)
  remembered.breakDown()
  answers.check = () => {
    throw new TypeError('nobody answers')
  }
  await check.check(AGAINST)
  expect(check.state()).toMatchObject({ work: null, checked: null })
  expect(check.state().trouble).toBeInstanceOf(TypeError)
  answers.check = () => checkedLedger()
  check.retry()
  await settled()
  expect(check.state()).toMatchObject({ trouble: null, checked: { kind: 'ledger' } })
  expect(unkept).toHaveLength(1)
})

test('an empty key is asked of nobody, and what was checked is of the choices of then', async () => {
  const { check, recorded } = started()
  await check.bring(fileOf('ledger.csv'), null, null)
  await check.check(AGAINST)
  const { checked, choices } = check.state()
  if (checked === null) throw new Error('It is not checked.')
  expect(isCurrentCheck(checked, check.state(), AGAINST)).toBe(true)
  // What only invoices are held against is nothing to a ledger.
  expect(isCurrentCheck(checked, check.state(), { ...AGAINST, shownZone: 'Europe/Berlin' })).toBe(true)
  const asked = recorded.length
  await check.choose({ key: [] }, null)
  expect(recorded).toHaveLength(asked)
  expect(isCurrentCheck(checked, check.state(), AGAINST)).toBe(false)
  const before = { ...check.state(), choices }
  expect(isCurrentCheck(checked, before, { ...AGAINST, scope: { where: [], misses: true } })).toBe(false)
})

const INVOICE = { seems: 'invoice', heads: 'Item;Amount' } as const

test('a file that seems to be an invoice is checked as one, and its choices hold for the next with its heads', async () => {
  const { check, answers, recorded, remembered } = started()
  const noId: Asks = { ask: 'columns', words: 'No column holds event IDs.' }
  answers.look = () => lookedFile({ ...INVOICE, asks: [noId] })
  await check.bring(fileOf('invoice.csv'), null, null)
  // An invoice has no event IDs.
  expect(check.state()).toMatchObject({ kind: 'invoice', asks: [] })
  const items = [{ said: 'API calls', means: { is: 'code' as const, code: 'api_calls' } }]
  const period = { from: '2026-10-01', until: '2026-10-31' }
  await check.choose({ decimal: ',', items, customer: 'cus_1', period }, null)
  await check.check(AGAINST)
  const { checked } = check.state()
  if (checked === null) throw new Error('It is not checked.')
  expect(checked).toMatchObject({ kind: 'invoice', choices: { items, customer: 'cus_1' }, edges: null })
  expect(isCurrentCheck(checked, check.state(), AGAINST)).toBe(true)
  expect(isCurrentCheck(checked, check.state(), { ...AGAINST, shownZone: 'Europe/Berlin' })).toBe(false)
  expect(await remembered.calls.read({ connectionId: 'acme', name: 'checked-files' })).toBeNull()
  const names = checkedInvoice().names.flatMap((one) => (one.of === 'customer' ? { said: one.said, is: one.is } : []))
  expect(await remembered.calls.read({ connectionId: 'acme', name: 'customer-names' })).toBe(JSON.stringify(names))
  await check.bring(fileOf('next.csv'), null, null)
  // The next one may be another customer's, and of another month.
  expect(check.state()).toMatchObject({
    kind: 'invoice',
    areKept: true,
    choices: { invoice: { decimal: ',', items, customer: null, period: null } },
  })
  await check.check(AGAINST)
  check.show({
    invoice: { verdict: 'explained', offset: 100, unbilledOffset: 0, explained: { of: 'line', at: 3 } },
  })
  await check.check(AGAINST, { before: 'edge 1', after: 'edge 2' })
  // The line that is explained stays; what narrows the lines may have none any more.
  expect(check.state().shown.invoice).toEqual({
    verdict: null,
    offset: 0,
    unbilledOffset: 0,
    explained: { of: 'line', at: 3 },
  })
  expect(check.state().checked).toMatchObject({ edges: { before: 'edge 1', after: 'edge 2' } })
  expect(recorded.filter((one) => one.startsWith('check'))).toEqual([
    'check invoice invoice.csv without edges',
    'check invoice next.csv without edges',
    'check invoice next.csv edge 1',
  ])
})

test('read as the other kind, what was said of the file itself holds; the next file is read as this one was', async () => {
  const { check, answers } = started()
  answers.look = () => lookedFile({ ...INVOICE, asks: [{ ask: 'columns', words: 'No column holds event IDs.' }] })
  await check.bring(fileOf('ledger.csv'), null, null)
  await check.choose({ separator: ';', decimal: ',', customer: 'cus_1' }, null)
  await check.check(AGAINST)
  await check.readAs('ledger', null)
  expect(check.state()).toMatchObject({
    kind: 'ledger',
    checked: null,
    choices: { ledger: SEMICOLONS, invoice: { customer: 'cus_1' } },
    asks: [{ ask: 'columns' }],
  })
  await check.readAs('invoice', null)
  expect(check.state()).toMatchObject({ kind: 'invoice', asks: [], choices: { invoice: { customer: 'cus_1' } } })
})

test('heads that were checked as a ledger alone are a ledger again, whatever they seem to be', async () => {
  const { check, answers } = started()
  answers.look = () => lookedFile(INVOICE)
  await check.bring(fileOf('ledger.csv'), null, null)
  await check.readAs('ledger', null)
  await check.check(AGAINST)
  await check.bring(fileOf('next.csv'), null, null)
  expect(check.state()).toMatchObject({ kind: 'ledger', areKept: true })
})

test('ends with its snapshot: the file is let go of, also one on its way', async () => {
  const { check, held } = started()
  const untouched = check.state()
  await check.bring(fileOf('ledger.csv'), null, null)
  check.type('of this snapshot')
  const bringing = check.bring(fileOf('next.csv'), null, null)
  check.end()
  await bringing
  await settled()
  expect(held.size).toBe(0)
  expect(check.state()).toEqual(untouched)
})
