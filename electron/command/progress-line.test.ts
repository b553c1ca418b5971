import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgressLine, readingProgress, writingProgress } from './progress-line.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function written(output: { isTTY?: boolean; columns?: number }) {
  const texts: string[] = []
  const progress = createProgressLine({ ...output, write: (text) => texts.push(text) })
  return { progress, texts }
}

test('on a terminal one line is rewritten, cut to its width, and gone before a line that stays', () => {
  const { progress, texts } = written({ isTTY: true, columns: 12 })
  progress.show('Reading: 1 of 2')
  vi.advanceTimersByTime(1_000)
  progress.show('Reading: 2 of 2')
  vi.advanceTimersByTime(1_000)
  progress.say('Done.')
  progress.end()
  expect(texts).toEqual(['\r\u001b[KReading: 1 ', '\r\u001b[KReading: 2 ', '\r\u001b[K', 'Done.\n'])
})

test('in a log there is a line every few seconds, and none twice', () => {
  const { progress, texts } = written({})
  for (let at = 0; at < 120; at += 1) {
    progress.show(`Reading: ${Math.min(at, 60)}`)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(60_000)
  progress.end()
  expect(texts).toEqual(['Reading: 49\n', 'Reading: 60\n'])
})

test('what a service says cannot steer the terminal', () => {
  const { progress, texts } = written({ isTTY: true })
  progress.say('said \u001b]0;title\u0007 and \u202eback')
  expect(texts).toEqual(['said \ufffd]0;title\ufffd and \ufffdback\n'])
})

test('what is one is said as one', () => {
  const one = { events: 1, total: null, requests: 1, atOnce: 1, heldUntil: null, leftOut: 0, misfits: 0 }
  const reading = { phase: 'reading', ...one } as const
  expect(readingProgress(reading, 0)).toBe('Reading: 1 event, 1 request, 1 at once')
  expect(readingProgress({ ...reading, total: 2, requests: 2 }, 0)).toBe(
    'Reading: 1 of 2 events, 2 requests, 1 at once',
  )
  expect(writingProgress(1, 1)).toBe('Writing: 1 of 1 row')
})
