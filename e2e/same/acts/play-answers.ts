// What each question about a snapshot is answered with, in two hundred worlds: over the bridge, without a look at the page.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, takeSnapshot } from '../../taken-snapshot.ts'
import type { Stage } from '../stage.ts'
import { type World, worlds } from '../worlds.ts'

/** Each has so many of the two hundred. */
const WORLDS = 100

const ALL = { where: [], misses: true }
const field = (name: string) => ({ of: 'field', field: name })
const property = (name: string) => ({ of: 'property', name })
const every = (period: string) => ({ of: 'time', every: period })
const measured = (...properties: string[]) => ({ properties, text: false })

/** Groupings that totals and changes are asked by. */
const BY = [
  [],
  [field('customerId')],
  [field('eventCode'), property('plan')],
  [every('day')],
  [every('week'), field('eventType')],
  [property('currency'), every('month')],
]

/** Questions of one snapshot; `other` is the one that it is compared with. */
function questionsOf(
  { rules, from, until }: World,
  other: string,
  number: number,
): { ask: string; [key: string]: unknown }[] {
  const isPart = number % 3 === 0
  const worth = {
    rules,
    inHand: isPart ? null : { from, until },
    unruled: number % 2 === 0 ? null : { measure: measured('amount'), units: ['currency'], byCode: 'several' },
  }
  const totals = { ask: 'totals', split: null, zone: null, rounding: null, order: 'keys', offset: 0, limit: 500 }
  const scopes = [
    ALL,
    {
      where: [{ is: 'one-of', key: field('eventType'), values: [{ kind: 'string', text: 'debit' }], zone: null }],
      misses: true,
    },
    { where: [{ is: 'between', key: property('amount'), from: '10', to: null }], misses: false },
  ]
  const scope = scopes[number % scopes.length] ?? ALL
  const sought = { windowSeconds: 5, ignored: ['idempotency_key'] }
  return [
    { ask: 'rows', scope, sort: { key: property('amount'), descending: true }, offset: 0, limit: 100 },
    { ask: 'values', scope, keys: null, byCode: number % 2 === 0 },
    ...BY.flatMap((by, at) => [
      {
        ...totals,
        scope,
        by,
        measure: measured('amount'),
        units: ['currency'],
        order: at % 2 === 0 ? 'keys' : 'amount',
      },
      {
        ...totals,
        scope,
        by,
        measure: null,
        units: [],
        worth,
        prices: at % 2 === 0,
        rounding: { places: 2, mode: 'half-even' },
      },
    ]),
    {
      ...totals,
      scope,
      by: [field('customerId')],
      split: property('currency'),
      measure: measured('quantity', 'unit_price'),
      units: [],
    },
    { ...totals, scope, by: [field('customerId')], split: field('eventType'), measure: null, units: [], worth },
    { ask: 'worth', scope, ...worth, duplicates: { ...sought, legitimate: [] } },
    {
      ask: 'kinds',
      scope,
      rules,
      inHand: worth.inHand,
      meanings: [
        { name: 'amount', meaning: 'amount-major' },
        { name: 'currency', meaning: 'currency' },
      ],
    },
    ...['EUR', null].map((currency) => ({
      ask: 'worthRows',
      scope,
      worth,
      currency,
      bins: ['charged', 'reduces'],
      isValued: null,
      sent: null,
    })),
    { ask: 'duplicates', scope, ...worth, ...sought, legitimate: [], offset: 0, limit: 100 },
    { ask: 'duplicates', scope, ...worth, ...sought, legitimate: [], offset: 0, limit: 100, butFor: true },
    { ask: 'checks', scope, rules },
    { ask: 'learn', scope },
    ...[null, 'altered'].map((kind) => ({
      ask: 'changes',
      other,
      within: null,
      scope,
      worth: { ...worth, by: [field('customerId')] },
      kind,
      offset: 0,
      limit: 100,
      rows: true,
    })),
    {
      ask: 'pairs',
      other,
      within: null,
      scope,
      worth: { ...worth, by: [field('eventCode')] },
      kind: null,
      offset: 0,
      limit: 100,
      rows: true,
      key: [field('customerId'), property('idempotency_key')],
      ignored: [field('eventId')],
    },
  ]
}

/** @param half of the worlds: the first or the second */
export async function playAnswers(stage: Stage, half: 0 | 1): Promise<void> {
  const all = worlds(2 * WORLDS).slice(half * WORLDS, (half + 1) * WORLDS)
  const file = join(stage.place.work, 'worlds.ndjson')
  writeFileSync(file, all.flatMap(({ events }) => events).join('\n'))
  const inspector = await stage.window(await stage.service('--data', file))
  const { page } = stage
  let previous = ''
  for (const [number, world] of all.entries()) {
    const { from, until } = world
    const snapshotId = await takeSnapshot(inspector, `world ${number}`, { from, until, zone: 'Europe/Berlin' })
    // The first is compared with itself.
    const questions = questionsOf(world, previous || snapshotId, number)
    const answers = await Promise.all(
      questions.map(async (question, at) => {
        // In a slot of its own: a later question of a slot takes the place of one that waits.
        const asked = await call(page, `snapshots/questions/${question.ask}`, {
          snapshotId,
          slot: `same ${at}`,
          question,
        })
        return `${question.ask} ${JSON.stringify(question)}\n${JSON.stringify(asked, null, 1)}`
      }),
    )
    stage.note(`world ${number}`, answers.join('\n\n'))
    if (previous !== '') await call(page, 'snapshots/questions/close', { snapshotId: previous })
    previous = snapshotId
  }
}
