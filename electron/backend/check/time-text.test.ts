import { expect, test } from 'vitest'
import { formatUtc } from '../../../shared/time/instant.ts'
import { fileTimes } from './time-text.ts'

const berlin = fileTimes('Europe/Berlin')
const read = (text: string) => {
  const time = berlin(text)
  return time && `${formatUtc(time.at)} ${time.step}`
}

test.each([
  ['2026-10-01T12:00:00Z', '2026-10-01T12:00:00Z second'],
  ['2026-10-01T12:00:00.500Z', '2026-10-01T12:00:00.5Z instant'],
  ['2026-10-01 12:00:00+02:00', '2026-10-01T10:00:00Z second'],
  ['2026-10-01 12:00:00 UTC', '2026-10-01T12:00:00Z second'],
  ['2026-10-01 12:00:00', '2026-10-01T10:00:00Z second'],
  ['2026-12-01 12:00', '2026-12-01T11:00:00Z minute'],
  ['2026-10-01', '2026-09-30T22:00:00Z day'],
  ['2026-10-01T12:00:00,123456789', '2026-10-01T10:00:00.123456789Z instant'],
  // Twice on the clock: before it is put back.
  ['2026-10-25 02:30', '2026-10-25T00:30:00Z minute'],
  ['2026-10-25 03:30', '2026-10-25T02:30:00Z minute'],
  ['01.10.2026', null],
  ['10/1/2026', null],
  ['2026-02-30', null],
  ['45931.5', null],
  ['2026-10-01T25:00', null],
  ['', null],
])('%s', (text, wanted) => expect(read(text)).toBe(wanted))
