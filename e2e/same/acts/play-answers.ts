// What each question about a snapshot is answered with, in generated worlds, by the worker of a build.
import { gzipSync } from 'node:zlib'
import type { TotalsAnswer } from '../../../shared/snapshot/snapshot-totals.ts'
import { askWorld, keepWorld, openWorld } from '../ask-world.ts'
import type { Stage } from '../stage.ts'
import { type World, worlds } from '../worlds.ts'

const ALL = { where: [], misses: true }
const field = (name: string) => ({ of: 'field', field: name })
const property = (name: string) => ({ of: 'property', name })
const every = (period: string) => ({ of: 'time', every: period })
const measured = (...properties: string[]) => ({ properties, text: false })

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

type Question = Readonly<Record<string, unknown>> & { ask: string }

/** What events are expected to be like; some are not. */
const SHAPES = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","required":["event_code"],
"properties":{"event_code":{"enum":["api_calls","seats","build_minutes","refund","credit_grant","sms"]}},
"allOf":[{"if":{"properties":{"event_code":{"const":"seats"}},"required":["event_code"]},"then":{"required":["event_properties"],
"properties":{"event_properties":{"type":"object","required":["quantity"],"properties":{"quantity":{"type":"number"}}}}}}]}`

const TOTALS = { ask: 'totals', split: null, zone: null, rounding: null, order: 'keys', offset: 0, limit: 500 }

/** Groupings that totals and changes are asked by. */
const BY = [
  [],
  [field('customerId')],
  [field('eventCode'), property('plan')],
  [every('day')],
  [every('week'), field('eventType')],
  [property('currency'), every('month')],
  [field('customerId'), field('eventCode')],
]

const SCOPES = [
  ALL,
  ALL,
  {
    where: [{ is: 'one-of', key: field('eventType'), values: [{ kind: 'string', text: 'debit' }], zone: null }],
    misses: true,
  },
  { where: [{ is: 'between', key: property('amount'), from: '10', to: null }], misses: false },
  { where: [{ is: 'contains', key: field('customerId'), text: 'cus_a' }], misses: true },
  { where: [{ is: 'missing', key: property('plan') }], misses: true },
  { where: [{ is: 'sign', sign: 'credit' }], misses: true },
]

/** Of what the events of a world are all there is: of its segment, of nothing, of its second half, of all time. */
function wholeRangeIn({ from, until }: World, number: number) {
  const middle = new Date((Date.parse(from) + Date.parse(until)) / 2).toISOString()
  return [{ from, until }, { from, until }, null, { from: middle, until }, { from: null, until: null }][number % 5]
}

/** By which its events are valued: with what the others are summed as sent by, or without. */
const worthOf = (world: World, number: number) => ({
  rules: world.rules,
  wholeRange: wholeRangeIn(world, number),
  unruled: number % 2 === 0 ? null : { measure: measured('amount'), units: ['currency'], byCode: 'several' },
})

/** Questions of one snapshot; `other` is the id of the one that it is compared with. */
function questionsOf(world: World, other: string, number: number): Question[] {
  const { rules, from, until } = world
  const worth = worthOf(world, number)
  const scope = SCOPES[number % SCOPES.length] ?? ALL
  const sought = { windowSeconds: 5, ignored: ['idempotency_key'] }
  const middle = new Date((Date.parse(from) + Date.parse(until)) / 2).toISOString()
  const halves = [
    [from, middle],
    [middle, until],
  ] as const
  return [
    { ask: 'rows', scope, sort: { key: property('amount'), descending: true }, offset: 0, limit: 100 },
    { ask: 'values', scope, keys: null, byCode: number % 2 === 0 },
    ...halves.map(([since, end]) => ({
      ...TOTALS,
      scope: { ...scope, where: [...scope.where, { is: 'created', from: since, until: end }] },
      by: [field('eventCode')],
      measure: null,
      units: [],
      worth: { ...worth, wholeRange: { from: since, until: end } },
    })),
    ...BY.flatMap((by, at) => [
      {
        ...TOTALS,
        scope,
        by,
        measure: measured('amount'),
        units: ['currency'],
        order: at % 2 === 0 ? 'keys' : 'amount',
        rounding: at % 2 === 0 ? { places: 1, mode: 'half-up' } : null,
      },
      {
        ...TOTALS,
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
      ...TOTALS,
      scope,
      by: [field('customerId')],
      split: property('currency'),
      measure: measured('quantity', 'unit_price'),
      units: [],
    },
    { ...TOTALS, scope, by: [field('customerId')], split: field('eventType'), measure: null, units: [], worth },
    { ask: 'worth', scope, ...worth, duplicates: { ...sought, legitimate: [] } },
    {
      ask: 'kinds',
      scope,
      rules,
      wholeRange: worth.wholeRange,
      meanings: [
        { name: 'amount', meaning: 'amount-major' },
        { name: 'currency', meaning: 'currency' },
      ],
    },
    ...['EUR', 'JPY', null].map((currency) => ({
      ask: 'worthRows',
      scope,
      worth,
      currency,
      moneyKinds: ['charged', 'reduces'],
      isValued: null,
      sent: null,
    })),
    { ask: 'duplicates', scope, ...worth, ...sought, legitimate: [], offset: 0, limit: 100 },
    { ask: 'duplicates', scope, ...worth, ...sought, legitimate: [], offset: 0, limit: 100, butFor: true },
    { ask: 'checks', scope, rules },
    { ask: 'learn', scope },
    { ask: 'sample', events: 5, seed: 'same', above: { property: 'amount', from: '400' } },
    { ask: 'shapes', scope, rules, shapes: SHAPES },
    ...['missing', 'kind', 'unknown-code'].map((what) => ({
      ask: 'shapeRows',
      scope,
      shapes: SHAPES,
      of: { what, code: null, property: null, kind: null },
    })),
    {
      ask: 'rechecked',
      days: halves.map(([since, end]) => ({ other, within: { from: since, until: end } })),
      scope,
      worth,
    },
    ...[null, 'altered'].map((kind) => ({
      ask: 'changes',
      other,
      within: kind === null ? null : { from, until: middle },
      scope,
      worth: { ...worth, by: kind === null ? [field('customerId')] : [] },
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

/** What is asked of a check once it is made, of a ledger and of an invoice. */
function questionsOfCheck({ ask }: Question, checkId: string): Question[] {
  const [page, all] = [
    { offset: 0, limit: 100 },
    { outcome: null, differsIn: null },
  ]
  if (ask === 'fileCheck')
    return [
      { ask: 'fileLines', checkId, ...all, ...page },
      { ask: 'fileRows', checkId, ...all, outcome: 'differing' },
    ]
  return [
    { ask: 'invoiceLines', checkId, verdict: null, ...page },
    { ask: 'invoiceUnbilled', checkId, ...page },
    ...[0, 1, 2].map((at) => ({ ask: 'invoiceLine', checkId, at })),
    ...['line', 'doubt', 'unbilled'].map((of) => ({ ask: 'invoiceRows', checkId, rows: { of, at: 0 } })),
  ]
}

/** What an invoice says, by customer and code in each currency. */
const worthByCode = ({ rules, from, until }: World): Question => ({
  ...TOTALS,
  scope: ALL,
  by: [field('customerId'), field('eventCode')],
  measure: null,
  units: [],
  worth: { rules, wholeRange: { from, until }, unruled: null },
})

/** An invoice by what a world is worth: of four lines, one is rounded and one wrong; some are missing. */
function invoiceBy({ lines }: TotalsAnswer, { month }: World): string {
  const items = lines.flatMap(({ keys: [customer, code], units: [currency], total }, at) => {
    const sum = total.debitMinusCredit?.exact ?? total.worth?.charged ?? '0'
    const billed = [sum, sum, Number(sum).toFixed(2), (Number(sum) + 1).toFixed(2)][at % 4]
    return at % 9 === 8 ? [] : [[customer?.text, code?.text, month, currency, billed].join()]
  })
  return ['customer,item,period,currency,amount', ...items].join('\n')
}

/** What is asked about files that are held against a world. @param closed the id of a closed snapshot */
function checksOf(world: World, worth: TotalsAnswer | null, closed: string, number: number): [Question, string][] {
  const { rules, ledger, invoice } = world
  const asked = { fileId: 'file', scope: ALL, rules, wholeRange: wholeRangeIn(world, number) }
  const choices = { ...FILE_CHOICES, amounts: number % 2 === 0 ? 'as-sent' : 'as-counted' }
  const ofInvoice = { ...INVOICE_CHECK, ...asked, closed: number % 3 === 0 ? closed : null }
  return [
    [{ ask: 'fileLook', fileId: 'file', choices, rules }, ledger],
    [{ ...LEDGER_CHECK, ...asked, choices }, ledger],
    [ofInvoice, invoice],
    ...(worth === null ? [] : ([[ofInvoice, invoiceBy(worth, world)]] as const)),
  ] as [Question, string][]
}

/** @param first of the worlds that are asked */
export async function playAnswers(stage: Stage, first: number, count: number): Promise<void> {
  for (const [at, world] of worlds(count, first).entries()) {
    const number = first + at
    const [now, before] = [`world-${number}`, `before-${number}`]
    await keepWorld(stage.place, now, world, world.events)
    await keepWorld(stage.place, before, world, world.eventsBefore)
    // One in three is held against events of another month and other customers.
    const other = at > 0 && number % 3 === 2 ? `world-${number - 1}` : before
    const worker = openWorld(stage.place, now)
    const answers = await Promise.all(
      questionsOf(world, other, number).map(async (question, slot) =>
        // In a slot of its own: a later question of a slot takes the place of one that waits.
        told(question, await askWorld(worker, question, `same ${slot}`)),
      ),
    )
    const worth = (await askWorld(worker, worthByCode(world), 'same')) as { answer?: TotalsAnswer }
    for (const [check, text] of checksOf(world, worth.answer ?? null, before, number)) {
      const checked = (await askWorld(worker, check, 'same', Buffer.from(text))) as { answer?: { checkId?: string } }
      answers.push(told(check, checked))
      const checkId = checked.answer?.checkId
      for (const question of checkId === undefined ? [] : questionsOfCheck(check, checkId))
        answers.push(told(question, await askWorld(worker, question, 'same')))
    }
    await worker.close()
    stage.file(`world ${number}.txt.gz`, gzipSync([world.rules, ...answers].join('\n\n')))
  }
}

/** But for the rules, which are the world's. */
function told(question: Question, answer: unknown): string {
  const asked = JSON.stringify(question, (name, value) => (name === 'rules' ? undefined : value))
  return `${asked}\n${JSON.stringify(answer, null, 1)}`
}
