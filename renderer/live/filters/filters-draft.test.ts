import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Filters, filtersSchema } from '../../../shared/event/event.ts'
import { formatUtc } from '../../../shared/time/instant.ts'
import { NO_FILTERS } from '../store/filters-meaning.ts'
import { writeDate } from './date-text.ts'
import {
  differs,
  draftOf,
  type FiltersDraft,
  followFilters,
  newProperty,
  readFiltersDraft,
  rezoneDraft,
  settleDates,
} from './filters-draft.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Casablanca']
const zone = fc.constantFrom(...zones)

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(' ', ' a', 'a\n', '\u00a0', '__proto__', '42'),
)
const filledText = anyText.filter((text) => text !== '')
const digits = fc.stringMatching(/^\d{1,30}$/)
const jsonNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits.map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.oneof(
      fc.constant(''),
      digits.map((text) => `.${text}`),
    ),
    fc.constantFrom('', 'e5', 'E-07', 'e+400'),
  )
  .map((parts) => parts.join(''))

/** Instants as the service gets them, many of them on the day and hour bounds that the form writes in short. */
const instant = fc.oneof(
  fc.record({
    seconds: fc.integer({ min: 0, max: 4_000_000_000 }),
    nanoseconds: fc.integer({ min: 0, max: 999_999_999 }),
  }),
  fc.record({
    seconds: fc.integer({ min: 0, max: 1_000_000 }).map((hour) => hour * 3600),
    nanoseconds: fc.constant(0),
  }),
  fc.record({
    seconds: fc.integer({ min: 1, max: 1_000_000 }).map((hour) => hour * 3600 - 1),
    nanoseconds: fc.constant(999_999_999),
  }),
)
const range = fc
  .tuple(fc.option(instant), fc.option(instant))
  .map(([a, b]) => (a && b && a.seconds >= b.seconds ? [b, { ...a, nanoseconds: 999_999_999 }] : [a, b]))
const property = fc.oneof(
  fc.record({ name: filledText, kind: fc.constant('string' as const), text: anyText }),
  fc.record({ name: filledText, kind: fc.constant('number' as const), text: jsonNumber }),
)
const filters: fc.Arbitrary<Filters> = fc
  .record({
    ids: fc.record({ customerId: filledText, eventCode: filledText, eventId: filledText }, { requiredKeys: [] }),
    type: fc.record({ eventType: fc.constantFrom('credit' as const, 'debit' as const) }, { requiredKeys: [] }),
    range,
    propertyFilters: fc.uniqueArray(property, { selector: ({ name }) => name, maxLength: 5 }),
  })
  .map(({ ids, type, range: [from, to], propertyFilters }) => ({
    ...ids,
    ...type,
    ...(from ? { createdAtFrom: formatUtc(from) } : {}),
    ...(to ? { createdAtTo: formatUtc(to) } : {}),
    propertyFilters,
  }))

const empty = draftOf(NO_FILTERS, { zone: 'UTC', days: 'UTC' })
const date = (text: string) => ({ text, chosen: null })
/** A Sunday. */
const clock = (zone: string, days = zone) => ({ zone, days, now: '2026-11-22T02:30:00Z' })
const problemsOf = (draft: Partial<FiltersDraft>, inZone = 'UTC') => {
  const reading = readFiltersDraft({ ...empty, ...draft }, clock(inZone))
  return reading.ok ? {} : reading.problems
}
const read = (draft: Partial<FiltersDraft>, inZone = 'UTC') => {
  const reading = readFiltersDraft({ ...empty, ...draft }, clock(inZone))
  return reading.ok ? reading.filters : reading.problems
}

test('a text longer than a filter may be is refused where it stands', () => {
  const long = 'x'.repeat(2_001)
  const words = expect.stringMatching(/over 2,000 characters/)
  expect(
    problemsOf({
      customerId: { text: long, exact: false },
      properties: [
        { key: 0, name: 'a', kind: 'string', text: long },
        { key: 1, name: long, kind: 'string', text: '' },
      ],
    }),
  ).toEqual({ 'customerId.text': words, 'properties.0.text': words, 'properties.1.name': words })
  expect(problemsOf({ customerId: { text: ` ${long.slice(1)} `, exact: false } })).toEqual({})
})

describe('a draft', () => {
  test('of any filters reads back as exactly these filters, in any zone', () => {
    fc.assert(
      fc.property(filters, zone, (wanted, inZone) => {
        expect(readFiltersDraft(draftOf(wanted, clock(inZone)), clock(inZone))).toEqual({ ok: true, filters: wanted })
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  test('reads to filters that the contract takes', () => {
    fc.assert(
      fc.property(filters, zone, (wanted, inZone) => {
        const reading = readFiltersDraft(draftOf(wanted, clock(inZone)), clock(inZone))
        expect(reading.ok && filtersSchema.parse(reading.filters)).toEqual(wanted)
      }),
      { seed: 2, numRuns: 50 },
    )
  })

  test('without anything in it is not a filter at all, without keys for what is absent', () => {
    expect(Object.keys(read({}))).toEqual(['propertyFilters'])
  })

  test('leaves out the spaces around an id, unless they were asked for', () => {
    expect(read({ customerId: { text: ' cus_1\t', exact: false } })).toMatchObject({ customerId: 'cus_1' })
    expect(read({ customerId: { text: ' cus_1\t', exact: true } })).toMatchObject({ customerId: ' cus_1\t' })
    expect(read({ eventId: { text: '   ', exact: false } })).not.toHaveProperty('eventId')
  })

  test('sends a string as typed and a number without the spaces around it', () => {
    const properties = [
      { key: 0, name: ' a', kind: 'string' as const, text: ' 1 ' },
      { key: 1, name: 'b', kind: 'number' as const, text: ' 1.10 ' },
    ]
    expect(read({ properties })).toEqual({
      propertyFilters: [
        { name: ' a', kind: 'string', text: ' 1 ' },
        { name: 'b', kind: 'number', text: '1.10' },
      ],
    })
  })
})

describe('a draft is refused at the field', () => {
  test('for a day that does not exist and an hour that is skipped', () => {
    expect(Object.keys(problemsOf({ from: date('2026-02-30'), to: date('2026-11-31 10:00') }))).toEqual([
      'from.text',
      'to.text',
    ])
    expect(problemsOf({ to: date('2026-03-29 02:30') }, 'Europe/Berlin')['to.text']).toMatch(/skipped/)
    expect(problemsOf({ to: date('2026-03-29 02:30') })).toEqual({})
  })

  test('for a doubled hour until one of the two is chosen', () => {
    const to = date('2026-10-25 02:30')
    expect(Object.keys(problemsOf({ to }, 'Europe/Berlin'))).toEqual(['to.chosen'])
    const chosen = { ...to, chosen: '2026-10-25T01:30:00Z' }
    expect(read({ to: chosen }, 'Europe/Berlin')).toMatchObject({ createdAtTo: '2026-10-25T01:30:00Z' })
  })

  test('for From after To, to the nanosecond, and not for both the same', () => {
    const to = date('2026-11-20T10:00:00.000000001Z')
    expect(problemsOf({ from: date('2026-11-20T10:00:00.000000002Z'), to })).toEqual({
      'from.text': 'From is after To.',
    })
    expect(problemsOf({ from: to, to })).toEqual({})
    expect(problemsOf({ from: date('2026-11-20'), to: date('2026-11-20') })).toEqual({})
  })

  test('for a name that is empty or there already, and a number that is none', () => {
    const row = newProperty([])
    expect(problemsOf({ properties: [row] })).toEqual({ 'properties.0.name': 'Name the property.' })
    const properties = [
      { ...row, name: 'amount', kind: 'number' as const, text: '1,5' },
      { ...row, name: 'region' },
      { ...row, name: 'amount', kind: 'number' as const, text: '' },
    ]
    const problems = problemsOf({ properties })
    expect(Object.keys(problems)).toEqual(['properties.0.text', 'properties.2.name', 'properties.2.text'])
    expect(problems['properties.2.name']).toContain('Property filter 1')
  })

  test('naming the fields in the order of the form', () => {
    const properties = [newProperty([])]
    expect(Object.keys(problemsOf({ to: date('x'), from: date('y'), properties }))).toEqual([
      'from.text',
      'to.text',
      'properties.0.name',
    ])
  })
})

describe('filters from elsewhere', () => {
  test('take the place of the draft, except for a date typed in another way that means the same', () => {
    const draft = { ...empty, from: date('2026-11-01T01:00:00+01:00'), customerId: { text: 'typed', exact: false } }
    const next = followFilters(draft, { createdAtFrom: '2026-11-01T00:00:00Z', propertyFilters: [] }, clock('UTC'))
    expect(next.from.text).toBe('2026-11-01T01:00:00+01:00')
    expect(next.customerId.text).toBe('')
    expect(followFilters(draft, NO_FILTERS, clock('UTC'))).toEqual(empty)
    expect(followFilters({ ...empty, from: date('nonsense') }, NO_FILTERS, clock('UTC'))).toEqual(empty)
  })

  test('always end in a draft that means these filters', () => {
    fc.assert(
      fc.property(filters, filters, zone, zone, (before, after, writtenIn, readIn) => {
        const reading = readFiltersDraft(
          followFilters(draftOf(before, clock(writtenIn)), after, clock(readIn)),
          clock(readIn),
        )
        expect(reading).toEqual({ ok: true, filters: after })
      }),
      { seed: 3, numRuns: 100 },
    )
  })
})

describe('a change of the zone', () => {
  const rezone = (draft: FiltersDraft, applied: Filters, before: string, now: string) =>
    rezoneDraft(draft, applied, clock(before), clock(now))

  test('leaves applied times the instants that they were, and days these days, whose hours can be taken back', () => {
    fc.assert(
      fc.property(filters, zone, zone, (applied, before, now) => {
        const { draft, hours } = rezone(draftOf(applied, clock(before)), applied, before, now)
        const kept = {
          ...draft,
          ...(hours.from === undefined ? {} : { from: writeDate(hours.from, clock(now), 'from') }),
          ...(hours.to === undefined ? {} : { to: writeDate(hours.to, clock(now), 'to') }),
        }
        expect(readFiltersDraft(kept, clock(now))).toEqual({ ok: true, filters: applied })
        for (const edge of ['from', 'to'] as const) {
          if (hours[edge] !== undefined) expect(draft[edge].text).toMatch(/^\d{4}-\d\d-\d\d$/)
        }
      }),
      { seed: 4, numRuns: 100 },
    )
  })

  test('keeps a day as it is written, also in words', () => {
    const applied = { createdAtFrom: '2026-11-21T00:00:00Z', createdAtTo: '2026-11-21T10:00:00Z', propertyFilters: [] }
    const draft = { ...empty, from: date('2026-11-21'), to: date('2026-11-21 10:00') }
    const after = rezone(draft, applied, 'UTC', 'Europe/Berlin')
    expect(after.draft.from.text).toBe('2026-11-21')
    expect(after.draft.to.text).toBe('2026-11-21 11:00')
    expect(after.hours).toEqual({ from: '2026-11-21T00:00:00Z' })
    expect(rezone({ ...draft, from: date('21 Nov') }, applied, 'UTC', 'Europe/Berlin').draft.from.text).toBe('21 Nov')
  })

  test('of display moves no day of the billing zone', () => {
    const applied = { createdAtFrom: '2026-10-31T23:00:00Z', createdAtTo: '2026-11-21T10:00:00Z', propertyFilters: [] }
    const draft = { ...empty, from: date('2026-11-01'), to: date('2026-11-21 10:00') }
    const [before, now] = [clock('UTC', 'Europe/Berlin'), clock('Asia/Tokyo', 'Europe/Berlin')]
    expect(rezoneDraft(draft, applied, before, now)).toEqual({
      draft: { ...draft, to: date('2026-11-21 19:00') },
      hours: {},
    })
  })

  test('leaves what was typed and not applied as it was typed, and a date that needs no zone', () => {
    const applied = { createdAtFrom: '2026-11-01T00:00:00Z', createdAtTo: '2026-11-02T00:00:00Z', propertyFilters: [] }
    const draft = { ...empty, from: date('2026-11-03'), to: date('2026-11-02T01:00:00+01:00') }
    expect(rezone(draft, applied, 'UTC', 'Europe/Berlin')).toEqual({ draft, hours: {} })
    expect(rezone({ ...draft, from: date('no date') }, NO_FILTERS, 'UTC', 'Europe/Berlin').draft.from.text).toBe(
      'no date',
    )
  })
})

test('dates in words become, once searched with, what they were taken for; exact ones stay as typed', () => {
  const draft = { ...empty, from: date('yesterday'), to: date('2026-11-22T01:00:00+01:00') }
  const filters = { createdAtFrom: '2026-11-21T00:00:00Z', createdAtTo: '2026-11-22T00:00:00Z', propertyFilters: [] }
  const settled = settleDates(draft, filters, clock('UTC'))
  expect(settled.from.text).toBe('2026-11-21')
  expect(settled.to).toBe(draft.to)
  // So does one that happens twice, once it is chosen which.
  const twice = { text: '2026-10-25 02:30', chosen: '2026-10-25T01:30:00Z' }
  const asked = { createdAtFrom: '2026-10-25T01:30:00Z', propertyFilters: [] }
  expect(settleDates({ ...empty, from: twice }, asked, clock('Europe/Berlin')).from).toBe(twice)
})

test('a condition of a snapshot is no filter: it is neither sent, nor a name too many, nor a change', () => {
  const region = { name: 'region', kind: 'string' as const, text: 'eu' }
  const properties = [
    { key: 0, ...region, operator: 'contains' as const },
    { key: 1, ...region },
  ]
  expect(read({ properties })).toEqual({ propertyFilters: [region] })
  const applied = { propertyFilters: [region] }
  const differing = (draft: FiltersDraft) =>
    ([0, 1, 'eventType', 'from', 'to', 'customerId'] as const).filter((field) =>
      differs(draft, applied, clock('UTC'), field),
    )
  expect(differing({ ...empty, properties })).toEqual([])
  const changed = { ...empty, properties: properties.map((one) => ({ ...one, text: 'us' })), from: date('2026-11-01') }
  expect(differing({ ...changed, eventType: 'credit', customerId: { text: 'a', exact: false } })).toEqual([
    1,
    'eventType',
    'from',
    'customerId',
  ])
})
