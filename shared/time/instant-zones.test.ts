// Every IANA zone's clock changes of 2026, held against Intl, which knows nothing of Temporal.
// The short run takes a fixed sample of the zones; EVENTSCOPE_LONG=1 takes all.
import { expect, test } from 'vitest'
import { readDateInput } from './date-input.ts'
import { formatUtc, inZone, zones } from './instant.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()
const all = zones()
const changing = all.filter((zone) => changesOf2026(zone).length > 0)
const notable = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'America/Havana',
  'America/Nuuk',
  'America/Santiago',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Europe/Dublin',
  'Pacific/Chatham',
  'Antarctica/Troll',
]
const chosen =
  process.env.EVENTSCOPE_LONG === '1'
    ? changing
    : changing.filter((zone, index) => notable.includes(zone) || index % 12 === 0)

test('some zones change their clocks, some do not', () => {
  expect(changing.length).toBeGreaterThan(100)
  expect(changing.length).toBeLessThan(all.length)
  expect(chosen.length).toBeGreaterThan(10)
})

test.each(chosen)('%s', (zone) => {
  for (const change of changesOf2026(zone)) {
    const localTimes = new Map<string, number[]>()
    for (let at = change - 5 * 3600; at < change + 5 * 3600; at += 300) {
      const local = intlClock(at, zone)
      localTimes.set(local, [...(localTimes.get(local) ?? []), at])
      const chunks = inZone(utc(at), zone)
      expect(`${chunks?.date} ${chunks?.time}`).toBe(local)
    }
    // Hours that the clock shows once, twice or never: 70 minutes around keep clear of the window's own edges.
    for (let at = change - 70 * 60; at < change + 70 * 60; at += 300) {
      for (const shift of [intlOffset(change - 1, zone), intlOffset(change, zone)]) {
        const typed = utc(at + shift)
          .replace('T', ' ')
          .replace('Z', '')
        expect({ typed, means: meaning(readDateInput(typed, zone, 'from')) }).toEqual({
          typed,
          means: (localTimes.get(typed) ?? []).map(utc),
        })
      }
    }
    const days = new Set([-86_400, 0, 86_400].map((step) => intlClock(change + step, zone).slice(0, 10)))
    for (const day of days) expect(wholeDay(day, zone)).toEqual(intlWholeDay(day, zone))
  }
})

function meaning(reading: ReturnType<typeof readDateInput>): string[] {
  if (reading.kind === 'instant') return [reading.utc]
  return reading.kind === 'ambiguous' ? reading.choices.map((choice) => choice.utc) : []
}

function wholeDay(day: string, zone: string): string[] {
  return [...meaning(readDateInput(day, zone, 'from')), ...meaning(readDateInput(day, zone, 'to'))]
}

/** First and last moment of a day, by asking Intl for the date at every five minutes (2026 has no finer change). */
function intlWholeDay(day: string, zone: string): string[] {
  const noon = Date.parse(`${day}T12:00:00Z`) / 1000
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let at = noon - 30 * 3600; at < noon + 30 * 3600; at += 300) {
    if (intlClock(at, zone).slice(0, 10) !== day) continue
    first = Math.min(first, at)
    last = Math.max(last, at)
  }
  return [utc(first), utc(last + 299).replace('Z', '.999999999Z')]
}

/** Seconds at which the zone's offset changes in 2026. */
function changesOf2026(zone: string): number[] {
  const start = Date.parse('2026-01-01T00:00:00Z') / 1000
  const changes: number[] = []
  for (let day = 0; day < 365; day += 5) {
    let low = start + day * 86_400
    let high = low + 5 * 86_400
    if (intlOffset(low, zone) === intlOffset(high, zone)) continue
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (intlOffset(middle, zone) === intlOffset(low, zone)) low = middle
      else high = middle
    }
    changes.push(high)
  }
  return changes
}

/** Seconds east of UTC. */
function intlOffset(seconds: number, zone: string): number {
  return Date.parse(`${intlClock(seconds, zone).replace(' ', 'T')}Z`) / 1000 - seconds
}

function intlClock(seconds: number, zone: string): string {
  return clockOf(zone).format(seconds * 1000)
}

function utc(seconds: number): string {
  return formatUtc({ seconds, nanoseconds: 0 })
}

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    // Swedish writes dates as 2026-11-20 14:52:57.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, clock)
  }
  return clock
}
