import { describe, expect, test } from 'vitest'
import type { ReceiptFacts, VerificationOutcome } from '../../../shared/export/verification-outcome.ts'
import { type Bridge, FailureError } from '../../bridge.ts'
import { createStateStore } from '../../ui/state-store.ts'
import { createVerification, isReceipt } from './verification.ts'

const file = (name: string, text: string) => new File([text], name)
const receipt = file('x (1).json', '{"$schema":"https://datapackage.org/profiles/2.0/datapackage.json"}')
const events = file('all.csv', 'a,b')

const FACTS: ReceiptFacts = {
  file: 'all.csv',
  of: 'events',
  rows: '1',
  connection: null,
  customerId: null,
  isTheirsAlone: false,
  lines: [],
  sums: [],
}
const AGREES: VerificationOutcome = {
  kind: 'agrees',
  agrees: ['3 bytes'],
  unchecked: [],
  calledThen: null,
  receipt: FACTS,
}

/** Answers each `end` with the next outcome; what was sent is told. */
interface Rig {
  expects?: boolean
  outcomes?: VerificationOutcome[]
  refused?: string
  atOnce?: VerificationOutcome | null
}

function rig({ expects = true, outcomes = [AGREES], refused = '', atOnce = null }: Rig = {}) {
  const sent: string[] = []
  const left = [...outcomes]
  const calls = {
    fileCheck: {
      open: async () => ({ fileId: 'held' }),
      add: async ({ chunk }: { chunk: string }) => void sent.push(`receipt ${atob(chunk).length}`),
    },
    verification: {
      expects: async () => expects,
      open: async (order: { name: string; receiptId: string | null }) => {
        if (refused !== '') throw new FailureError({ kind: 'invalid', field: 'file', message: refused })
        sent.push(`open ${order.name} with ${order.receiptId}`)
        return atOnce === null ? { verificationId: 'v', outcome: null } : { verificationId: null, outcome: atOnce }
      },
      add: async ({ chunk }: { chunk: string }) => void sent.push(atob(chunk)),
      end: async () => left.shift(),
      close: async () => null,
    },
  }
  return { sent, verification: createVerification({ bridge: calls as unknown as Bridge, parts: createStateStore() }) }
}

describe('a file', () => {
  test('whose receipt is kept is sent once more to have its rows looked at', async () => {
    const { sent, verification } = rig({ outcomes: [{ kind: 'again' }, AGREES] })
    await verification.bring([events])
    expect(sent).toEqual(['open all.csv with null', 'a,b', 'a,b'])
    expect(verification.state()).toMatchObject({ isOpen: true, work: null, outcome: AGREES })
  })

  test('with its receipt goes once, in whichever order they come, together or not', async () => {
    for (const given of [[[events, receipt]], [[receipt, events]], [[receipt], [events]]]) {
      const { sent, verification } = rig()
      for (const files of given) await verification.bring(files)
      expect(sent).toEqual([`receipt ${receipt.size}`, 'open all.csv with held', 'a,b'])
      expect(verification.state().outcome).toEqual(AGREES)
    }
  })

  test('with the receipt of a folder of days is not sent: it is said what checks the folder', async () => {
    const folder = `{
 "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
 "name": "events",
 "resources": [{ "name": "dt-2026-11-03", "path": "dt=2026-11-03/part-000.parquet" }]
}`
    for (const files of [[file('datapackage.json', folder)], [events, file('datapackage (1).json', folder)]]) {
      const { sent, verification } = rig()
      await verification.bring(files)
      expect(verification.state()).toMatchObject({ isOpen: true, file: null, receipt: null, work: null })
      expect(verification.state().refusal).toContain('eventscope verify FOLDER')
      expect(sent).toEqual([])
    }
  })

  test('of a size that no kept receipt has is not sent, and is handed on where it was dropped', async () => {
    const { sent, verification } = rig({ expects: false })
    await verification.bring([events])
    expect(verification.state()).toMatchObject({ isOpen: true, outcome: { kind: 'unknown' } })
    const handedOn: string[] = []
    await verification.bring([events], () => handedOn.push('on'))
    expect(verification.state()).toMatchObject({ isOpen: false, file: null })
    expect([...sent, ...handedOn]).toEqual(['on'])
  })

  test('that was unknown is verified once its receipt comes', async () => {
    const { verification } = rig({ expects: false })
    await verification.bring([events])
    await verification.bring([receipt])
    expect(verification.state().outcome).toEqual(AGREES)
  })

  test('after one that is over has nothing of it', async () => {
    const { sent, verification } = rig({ outcomes: [AGREES, { kind: 'unknown' }] })
    await verification.bring([receipt, events])
    await verification.bring([file('other.csv', 'c')])
    expect(verification.state().receipt).toBeNull()
    expect(sent.at(-2)).toBe('open other.csv with null')
  })

  test('is refused in words where its receipt is none, and where two of a kind are brought', async () => {
    const { verification } = rig({ refused: 'The receipt is not JSON.' })
    await verification.bring([receipt, events])
    expect(verification.state().outcome).toEqual({ kind: 'differs', reason: 'The receipt is not JSON.', receipt: null })
    await verification.bring([events, events])
    expect(verification.state().refusal).toMatch(/choose one of each/)
  })

  test('of another size than its receipt says differs without being sent', async () => {
    const atOnce: VerificationOutcome = { kind: 'differs', reason: 'The file has 3 bytes.', receipt: FACTS }
    const { sent, verification } = rig({ atOnce })
    await verification.bring([receipt, events])
    expect(sent).toEqual([`receipt ${receipt.size}`, 'open all.csv with held'])
    expect(verification.state()).toMatchObject({ work: null, outcome: atOnce })
  })

  test('that is left tells nothing any more', async () => {
    const { verification } = rig()
    const under = verification.bring([receipt, events])
    verification.close()
    await under
    expect(verification.state()).toMatchObject({ isOpen: false, file: null, outcome: null })
  })
})

test('a receipt is told by what is in it', async () => {
  expect(await isReceipt(receipt)).toBe(true)
  expect(await isReceipt(file('all.csv.datapackage.json', '{"a":1}'))).toBe(false)
  expect(await isReceipt(events)).toBe(false)
})
