// What each question about a snapshot is answered with, in two hundred worlds: over the bridge, without a look at the page.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { call, takeSnapshot } from '../../taken-snapshot.ts'
import type { Stage } from '../stage.ts'
import { type World, worlds } from '../worlds.ts'

/** Each has so many of the two hundred. */
const WORLDS = 20

const ALL = { where: [], misses: true }
const field = (name: string) => ({ of: 'field', field: name })
const property = (name: string) => ({ of: 'property', name })
const every = (period: string) => ({ of: 'time', every: period })
const measured = (...properties: string[]) => ({ properties, text: false })

/** Of so many worlds, one was read before, when other events were there, and becomes a closing copy. */
const EACH_SPECIAL = 10

const NOTHING_SAID = {
  separator: null,
  decimal: null,
  encoding: null,
  sheet: null,
  headLine: null,
  currency: null,
  customers: [],
}
const FILE_CHOICES = { ...NOTHING_SAID, columns: null, key: null, zone: null, amounts: 'as-sent', codes: [] }
const LEDGER_CHECK = {
  ask: 'fileCheck',
  kind: 'ledger',
  choices: FILE_CHOICES,
  sent: { amount: 'amount', currency: 'currency' },
}
const INVOICE_CHECK = {
  ask: 'invoiceCheck',
  choices: { ...NOTHING_SAID, columns: null, items: [], customer: null, period: null },
  shownZone: 'UTC',
  edges: null,
  duplicates: { windowSeconds: 5, ignored: ['idempotency_key'], legitimate: [] },
  closed: null,
}

interface FileToCheck {
  snapshotId: string
  ask: 'check' | 'checkInvoice'
  text: string
  rules: string
  inHand: { from: string; until: string }
}

/** What events are expected to be like; some are not. */
const SHAPES = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["event_code"],
"properties":{"event_code":{"enum":["api_calls","seats","build_minutes","refund","credit_grant","sms"]}},
"allOf":[{"if":{"properties":{"event_code":{"const":"seats"}},"required":["event_code"]},"then":{"required":["event_properties"],
"properties":{"event_properties":{"type":"object","required":["quantity"],"properties":{"quantity":{"type":"number"}}}}}}]}`

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
  { snapshotId: other, world: before }: { snapshotId: string; world: World },
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
    { ask: 'shapes', scope, rules, shapes: SHAPES },
    ...['missing', 'kind', 'unknown-code'].map((what) => ({
      ask: 'shapeRows',
      scope,
      shapes: SHAPES,
      of: { what, code: null, property: null, kind: null },
    })),
    { ask: 'rechecked', days: [{ other, within: { from: before.from, until: before.until } }], scope, worth },
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

/** What the questions about a checked file are asked after, of a ledger and of an invoice. */
function fileQuestionsOf(
  { ask }: { ask: 'check' | 'checkInvoice' },
  checkId: string,
): { ask: string; [key: string]: unknown }[] {
  const [page, all] = [
    { offset: 0, limit: 100 },
    { outcome: null, differsIn: null },
  ]
  if (ask === 'check')
    return [
      { ask: 'fileLines', checkId, ...all, ...page },
      { ask: 'fileRows', checkId, ...all, outcome: 'differing' },
    ]
  return [
    { ask: 'invoiceLines', checkId, verdict: null, ...page },
    { ask: 'invoiceUnbilled', checkId, ...page },
    ...[0, 1, 2].map((at) => ({ ask: 'invoiceLine', checkId, at })),
    ...['line', 'doubt', 'unbilled'].map((of) => ({ ask: 'invoiceRows', checkId, rows: { of, at: 0 } })),
    ...[{ of: 'lines', verdict: null }, { of: 'unbilled' }, { of: 'events', at: 0 }].map((table) => ({
      ask: 'invoiceTable',
      checkId,
      table,
      isWhole: false,
      ...page,
    })),
  ]
}

/** A world's file held against it: what is thought of it, what comes of it, and what each question then says. */
async function checkFile({ page }: Stage, { snapshotId, ask, text, rules, inHand }: FileToCheck): Promise<string[]> {
  const bytes = Buffer.from(text)
  const { fileId } = await call<{ fileId: string }>(page, 'fileCheck/open', { name: 'file.csv', bytes: bytes.length })
  await call(page, 'fileCheck/add', { fileId, piece: bytes.toString('base64') })
  const answerTo = (question: object) =>
    lastOf<{ outcome: { answer?: { checkId?: string } } }>(page, 'snapshots/ask', {
      snapshotId,
      slot: 'same',
      question,
    })
  const told: string[] = []
  if (ask === 'check') {
    const look = await answerTo({ ask: 'fileLook', fileId, choices: FILE_CHOICES, rules })
    told.push(`look\n${JSON.stringify(look?.outcome, null, 1)}`)
  }
  const check = ask === 'check' ? LEDGER_CHECK : INVOICE_CHECK
  const over = await answerTo({ ...check, fileId, scope: ALL, rules, inHand })
  told.push(`${ask}\n${JSON.stringify(over, null, 1)}`)
  const checkId = over?.outcome.answer?.checkId
  for (const question of checkId === undefined ? [] : fileQuestionsOf({ ask }, checkId)) {
    // A line that is not there is a failure, which is an answer too.
    const answer = (await answerTo(question))?.outcome ?? 'failed'
    told.push(`${question.ask} ${JSON.stringify(question)}\n${JSON.stringify(answer, null, 1)}`)
  }
  await call(page, 'fileCheck/close', { fileId })
  return told
}

/** The last that a call tells which goes on telling; null where it fails. */
function lastOf<T>(page: Page, path: string, input: unknown): Promise<T | null> {
  return page.evaluate(
    async ([to = '', body = '']) => {
      const secret = localStorage.getItem('eventscope-page-secret') ?? ''
      const headers = { 'content-type': 'application/json', 'eventscope-page-secret': secret }
      const told = await (await fetch(`/rpc/${to}`, { method: 'POST', headers, body })).text()
      return JSON.parse(
        told
          .split('\n')
          .findLast((line) => line.includes('"over"'))
          ?.replace(/^data: /, '') ?? '{"json":null}',
      ).json
    },
    [path, JSON.stringify({ json: input })],
  ) as Promise<T | null>
}

/** @param tenth of the worlds, from 0 */
export async function playAnswers(stage: Stage, tenth: number): Promise<void> {
  const all = worlds((tenth + 1) * WORLDS).slice(-WORLDS)
  const service = (name: string, events: string[][]) => {
    const file = join(stage.place.work, name)
    writeFileSync(file, events.flat().join('\n'))
    return stage.service('--data', file)
  }
  const again = all.filter((_, number) => number % EACH_SPECIAL === 0)
  const before = await service(
    'before.ndjson',
    again.map(({ eventsBefore }) => eventsBefore),
  )
  const inspector = await stage.window(before)
  const { page } = stage
  const take = ({ from, until }: World, name: string) =>
    takeSnapshot(inspector, name, { from, until, zone: 'Europe/Berlin' })
  const earlier = new Map<World, string>()
  for (const world of again) earlier.set(world, await take(world, `before ${earlier.size}`))
  await stage.endService()
  await service(
    'now.ndjson',
    all.map(({ events }) => events),
  )
  let previous: { snapshotId: string; world: World } | null = null
  for (const [number, world] of all.entries()) {
    const { from, until, rules } = world
    const snapshotId = await take(world, `world ${number}`)
    const readBefore = earlier.get(world)
    const other = readBefore === undefined ? (previous ?? { snapshotId, world }) : { snapshotId: readBefore, world }
    const answers = await Promise.all(
      questionsOf(world, other, number).map(async (question, at) => {
        // In a slot of its own: a later question of a slot takes the place of one that waits.
        const input = { snapshotId, slot: `same ${at}`, question }
        const asked = await lastOf<{ outcome: unknown }>(page, 'snapshots/ask', input)
        return `${question.ask} ${JSON.stringify(question)}\n${JSON.stringify(asked?.outcome, null, 1)}`
      }),
    )
    const inHand = { from, until }
    for (const [ask, text] of [['check', world.ledger] as const, ['checkInvoice', world.invoice] as const])
      answers.push(...(await checkFile(stage, { snapshotId, ask, text, rules, inHand })))
    if (readBefore !== undefined) answers.push(...(await closeAndAskAgain(stage, snapshotId, rules)))
    stage.note(`world ${number}`, answers.join('\n\n'))
    for (const loaded of [previous?.snapshotId, readBefore])
      if (loaded !== undefined) await call(page, 'snapshots/unload', { snapshotId: loaded })
    previous = { snapshotId, world }
  }
}

/** As a closing copy: its days are counted again, and some of its events are asked for again. */
async function closeAndAskAgain({ page }: Stage, snapshotId: string, rules: string): Promise<string[]> {
  await call(page, 'snapshots/close', { snapshotId, note: 'as closed', rules })
  const order = { events: 5, seed: 'same', above: { property: 'amount', from: '400' } }
  const told = [
    await call(page, 'snapshots/recheck', { snapshotId }),
    await lastOf(page, 'snapshots/askSample', { snapshotId, order }),
  ]
  return told.map((each) => JSON.stringify(each, null, 1))
}
