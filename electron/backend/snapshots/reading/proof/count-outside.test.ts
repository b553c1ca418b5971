import { expect, test } from 'vitest'
import type { Lie, MakeLie } from '../../fixtures/lying-services/lie.ts'
import type { Setting } from '../../fixtures/lying-services/setting.ts'
import { readLies } from '../../fixtures/reading-of-lies.ts'

const month = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }
const setting: Setting = {
  seed: 5,
  matches: 150,
  others: 20,
  spread: 'even',
  digits: 3,
  order: 'newest',
  bounds: 'inclusive',
  most: 100,
  range: month,
  asks: 'customer',
}

/** Reads it, with each request and answer as a line. */
async function traced(make: MakeLie, changed: Partial<Setting> = {}) {
  const lines: string[] = []
  const run = await readLies(
    { deserves: 'if-right' },
    make,
    { ...setting, ...changed },
    (line) => void lines.push(line),
  )
  return { ...run, asked: lines.filter((line) => line.startsWith('#')) }
}

const openStart = { range: { from: null, until: null }, matches: 1_000 }
/** Without a from, 30 days are searched. */
const looksBack: Lie = {
  hears: (ask, { now }) =>
    ask.from === null ? { ...ask, from: new Date(now - 30 * 86_400_000).toISOString().slice(0, -1) } : ask,
}

test('a service that looks back 30 days unless a start is sent: all is read with one, and complete', async () => {
  const run = await traced(() => looksBack, openStart)
  expect(run).toMatchObject({ verdict: 'complete', wrong: null, kept: 1_000 })
})

test('where early starts are refused, a later one is sent', async () => {
  const answers: Lie['answers'] = (answer, { ask }) =>
    ask.from !== null && ask.from < '2000' ? { ...answer, status: 400 } : answer
  const run = await traced(() => ({ ...looksBack, answers }), openStart)
  expect(run).toMatchObject({ verdict: 'complete', wrong: null, kept: 1_000 })
  expect(run.asked.some((line) => line.includes('[2000-01-01T00:00:00Z'))).toBe(true)
})

test('where every start is refused, nothing shows whether it looks back only so far: not complete', async () => {
  const answers: Lie['answers'] = (answer, { ask }) =>
    ask.from !== null && ask.from < '2026-01' ? { ...answer, status: 400 } : answer
  const run = await traced(() => ({ answers }), openStart)
  expect(run).toMatchObject({ verdict: 'unproven', kept: 1_000 })
  expect(run.sentence).toContain('before the oldest event')
})

/** A range that ends after an instant finds only what is later than it; any other what is earlier. */
const tierAt = '2026-10-20T05:00:00'
const tiers: Lie = {
  finds: (found, { to }) => found.filter(({ key }) => key >= tierAt === (to === null || to >= tierAt)),
}

test('a store that the end of a range chooses: parts show what it hides, and what the whole counts is told', async () => {
  const run = await traced(() => tiers)
  expect(run.verdict).toBe('unproven')
  // What lies between the last cut and the instant that parts the stores may still be hidden.
  expect(run.kept).toBeGreaterThanOrEqual(148)
  expect(run.sentence).toMatch(
    /^Count not confirmed: 1\d\d events came in parts of the range; asked as a whole, the service counts \d\d\.$/,
  )
})

test('a total that wraps at 256, with rows that end there', async () => {
  const run = await traced(() => ({ finds: (found) => found.slice(0, found.length % 256) }), { matches: 300 })
  expect(run).toMatchObject({ verdict: 'unproven', kept: 300 })
})

test('no event, where 256 are counted as none', async () => {
  const run = await traced(() => ({ finds: (found) => found.slice(0, found.length % 256) }), { matches: 256 })
  expect(run).toMatchObject({ verdict: 'unproven', kept: 256 })
})

test.each([25, 30, 99, 150, 700])(
  'of %d events, requests lie before the oldest and after the newest',
  async (matches) => {
    // All lie in two days of the range.
    const shapes = { spread: 'day' } as const
    const { asked, ...run } = await traced(() => ({ shapes }), { matches })
    expect(run).toMatchObject({ verdict: 'complete', wrong: null, kept: matches })
    const times = asked.map((line) => /\[(\S*) … (\S*)\].*→ (\d+) rows, .*total (\d+)/.exec(line) ?? [])
    const empty = times.filter(([, , , rows, total]) => rows === '0' && total === '0')
    expect(empty.some(([, from]) => (from ?? '') < '2026-10-01')).toBe(true)
    expect(empty.some(([, , to]) => (to ?? '') > '2026-11-01')).toBe(true)
    expect(empty.length).toBeLessThanOrEqual(4)
  },
)
