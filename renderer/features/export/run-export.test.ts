import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExportOutcome } from '../../../shared/contract.ts'
import { type Failure, failed } from '../../../shared/failure.ts'
import type { Bridge } from '../../bridge.ts'
import { outcomeWords, scopeWords } from './export-words.ts'
import { chunksOf, runExport } from './run-export.ts'

const DOWNLOAD: ExportOutcome = { kind: 'download', fileName: 'a.csv', text: 'x', rows: 3 }
const SAVED: ExportOutcome = { kind: 'saved', path: '/home/a.csv', rows: 3, bytes: 9 }
const DISK: Failure = { kind: 'disk', detail: 'no space left' }

/** The other side in memory: what it was told, and where it stops or breaks. */
function otherSide(plan: { outcome?: ExportOutcome; failAt?: string; onStep?: (step: string) => void } = {}) {
  const told: string[] = []
  const step = async (name: string) => {
    told.push(name)
    plan.onStep?.(name)
    await Promise.resolve()
    if (plan.failAt === name) throw failed(DISK)
  }
  const exports = {
    start: async () => {
      await step('start')
      return { exportId: 'e1' }
    },
    add: async ({ sources }: { sources: string[] }, options?: { signal?: AbortSignal }) => {
      await step(`add ${sources.length}`)
      options?.signal?.throwIfAborted()
      return { rows: sources.length }
    },
    finish: async () => {
      await step('finish')
      return plan.outcome ?? DOWNLOAD
    },
    cancel: async ({ exportId }: { exportId: string }) => {
      await step(`cancel ${exportId}`)
      return null
    },
  } as unknown as Bridge['rowExports']
  return { exports, told }
}

const failureOf = (error: unknown) => (error as { failure: Failure }).failure

async function run(
  plan: Parameters<typeof otherSide>[0],
  sources = ['{}', '{}', '{}'],
  controller = new AbortController(),
) {
  const { exports, told } = otherSide(plan)
  const progress: number[] = []
  const end = await runExport({
    exports,
    failureOf,
    connectionId: 'c1',
    what: 'page',
    sources,
    signal: controller.signal,
    onProgress: (sent) => progress.push(sent),
  })
  return { end, told, progress }
}

describe('an export', () => {
  test('starts, sends the rows, finishes', async () => {
    expect(await run({})).toEqual({
      end: { state: 'done', outcome: DOWNLOAD },
      told: ['start', 'add 3', 'finish'],
      progress: [3],
    })
  })

  test.each(['start', 'add 3', 'finish'])(
    'that fails at %s tells the failure and keeps nothing on the other side',
    async (failAt) => {
      const { end, told } = await run({ failAt })
      expect(end).toEqual({ state: 'failed', failure: DISK })
      expect(told.at(-1)).toBe(failAt === 'start' ? 'start' : 'cancel e1')
    },
  )

  test.each(['start', 'add 3', 'finish'])('that is cancelled during %s keeps nothing', async (at) => {
    const controller = new AbortController()
    const { end, told } = await run({ onStep: (step) => step === at && controller.abort() }, undefined, controller)
    expect(end).toEqual({ state: 'cancelled' })
    if (at !== 'finish') expect(told.at(-1)).toBe('cancel e1')
  })

  test('is cancelled also when the other side cannot be told', async () => {
    const controller = new AbortController()
    const plan = { failAt: 'cancel e1', onStep: (step: string) => step === 'add 3' && controller.abort() }
    expect((await run(plan, undefined, controller)).end).toEqual({ state: 'cancelled' })
  })

  test('says what is there: a file saved before the cancel came is done', async () => {
    const controller = new AbortController()
    const plan = { outcome: SAVED, onStep: (step: string) => step === 'finish' && controller.abort() }
    expect((await run(plan, undefined, controller)).end).toEqual({ state: 'done', outcome: SAVED })
  })

  test('whose save dialog was dismissed is cancelled', async () => {
    expect((await run({ outcome: { kind: 'dismissed' } })).end).toEqual({ state: 'cancelled' })
  })
})

describe('chunks', () => {
  test('hold every text once, in order, each within the limit or alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 30 })),
        fc.integer({ min: 4, max: 80 }),
        (texts, most) => {
          const chunks = chunksOf(texts, most)
          expect(chunks.flat()).toEqual(texts)
          for (const chunk of chunks) {
            expect(chunk.length).toBeGreaterThan(0)
            const bytes = new TextEncoder().encode(JSON.stringify(chunk)).length
            // Two brackets less one comma come on top of what is counted.
            if (chunk.length > 1) expect(bytes).toBeLessThanOrEqual(most + 1)
          }
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })

  test('are as few as a greedy packing makes them', () => {
    expect(chunksOf(['aa', 'bb', 'cc'], 10)).toEqual([['aa', 'bb'], ['cc']])
    expect(chunksOf([], 10)).toEqual([])
  })
})

describe('words', () => {
  test('of what is exported', () => {
    expect(scopeWords('page', 50)).toBe('50 rows: all of this page')
    expect(scopeWords('selection', 1)).toMatch(/^1 row: /)
  })

  test('of what came of it say no more than is known', () => {
    expect(outcomeWords({ kind: 'saved', path: '/home/a.csv', rows: 1234, bytes: 1 })).toBe(
      '1,234 rows exported to /home/a.csv',
    )
    expect(outcomeWords({ kind: 'download', fileName: 'a.csv', text: '', rows: 1 })).toBe(
      '1 row exported to a.csv, handed to the browser’s downloads',
    )
  })
})
