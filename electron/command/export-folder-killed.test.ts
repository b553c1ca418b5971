// Killed while it writes a folder of days: by the test while it reads, and by itself between any two changes of the
// folder.
import { createHash } from 'node:crypto'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { EventRecord } from '../../service/event-record.ts'
import type { Service } from '../../service/server.ts'
import { isLong } from '../../shared/exact/fixtures/runs.ts'
import { verifyReceipt } from '../backend/export/verify-receipt.ts'
import { killWhileReading, place, runHere, serveBehindGate, startExport } from './fixtures/start-export.ts'

const dieAtCall = new URL('fixtures/die-at-call.ts', import.meta.url).href

const event = (eventId: string, day: number, amount: string): EventRecord => ({
  eventId,
  createdAt: `2026-11-${String(day).padStart(2, '0')}T12:00:00Z`,
  customerId: 'c',
  eventCode: 'e',
  eventType: 'debit',
  properties: [{ name: 'amount', kind: 'number', text: amount }],
})
const DAYS = [1, 2, 3, 4, 5, 6]
const FIRST = DAYS.flatMap((day) => ['a', 'b', 'c'].map((one) => event(`${one}${day}`, day, `${day}.5`)))
/** Every day has another amount then, the second has none, and there is one more. */
function move(service: Service): void {
  for (const one of FIRST) {
    if (one.createdAt.startsWith('2026-11-02')) service.remove(one.eventId)
    else service.amend({ ...one, properties: [{ name: 'amount', kind: 'number', text: '99.25' }] })
  }
  service.add([event('d8', 8, '8')])
}

/** Of the changes, in a short run: some while the days are written, some while they are put in their places. */
const FEW_FROM = 11
const FEW_STEP = 3

const RANGE = ['--from', '2026-11-01', '--to', '2026-11-10', '--zone', 'UTC']
const argsFor = (out: string, userData: string) => [
  ...['--out', out, '--user-data', userData, '--partition', 'day', '--sum', 'amount'],
  ...RANGE,
]

/** The SHA-256 of each day's file. */
async function daysIn(folder: string): Promise<Map<string, string>> {
  const days = new Map<string, string>()
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith('dt=')) continue
    const files = (await readdir(join(folder, name))).filter((file) => !file.startsWith('.'))
    expect(files.every((file) => file === 'part-000.parquet')).toBe(true)
    for (const file of files) {
      const bytes = await readFile(join(folder, name, file))
      days.set(name, createHash('sha256').update(bytes).digest('hex'))
    }
  }
  return days
}

/** The SHA-256 of each day's file that the receipt says. */
async function daysInReceipt(folder: string): Promise<Map<string, string> | null> {
  const text = await readFile(join(folder, 'datapackage.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const { resources } = JSON.parse(text) as { resources: { path: string; hash: string }[] }
  return new Map(resources.map(({ path, hash }) => [path.split('/')[0] ?? '', hash.replace('sha256:', '')]))
}

interface Scene {
  /** Nothing but a folder for the user's data, or what an export before it left. */
  begin(): Promise<{ out: string; args: string[] }>
  service: Service
  gate: { letPass(requests: number): void; reached(): Promise<void>; arrived(): number }
  /** What each day was, and is to be. */
  old: ReadonlyMap<string, string>
  fresh: ReadonlyMap<string, string>
}

async function sceneOf(isFirst: boolean): Promise<Scene> {
  const { service, gate } = await serveBehindGate({ records: FIRST })
  const done = async (args: string[]) => expect(await runHere(args, { service })).toMatchObject({ code: 0 })
  const before = await place()
  const kept = join(before.out, 'events')
  if (!isFirst) await done(argsFor(kept, before.userData))
  move(service)
  const undisturbed = await place()
  const whole = join(undisturbed.out, 'events')
  if (!isFirst) await cp(kept, whole, { recursive: true })
  await done(argsFor(whole, undisturbed.userData))
  return {
    service,
    gate,
    old: await daysIn(kept),
    fresh: await daysIn(whole),
    async begin() {
      const { out, userData } = await place()
      const folder = join(out, 'events')
      if (!isFirst) await cp(kept, folder, { recursive: true })
      return { out: folder, args: argsFor(folder, userData) }
    },
  }
}

/** What is there after a kill is whole and told truly; what the next run leaves is as if nothing had been. */
async function checkAndFinish({ service, old, fresh }: Scene, out: string, args: string[], moment: string) {
  const there = await daysIn(out)
  for (const [day, hash] of there) expect([old.get(day), fresh.get(day)], `${moment}: ${day}`).toContain(hash)
  const days = await daysInReceipt(out)
  expect([old.size === 0 ? null : old, fresh], moment).toContainEqual(days)
  const verified = await verifyReceipt(out)
  const agrees = isDeepStrictEqual(days ?? new Map(), there)
  if (!agrees) expect(verified, moment).toMatchObject({ ok: false, reason: expect.stringContaining('not finished') })
  else if (days !== null) expect(verified, moment).toMatchObject({ ok: true })
  expect(await runHere(args, { service }), moment).toMatchObject({ code: 0 })
  expect(await daysIn(out), moment).toEqual(fresh)
  expect(await verifyReceipt(out), moment).toMatchObject({ ok: true })
  return { agrees }
}

const SCENES = [
  ['the first export into a folder', true],
  ['an export that replaces days', false],
] as const

describe.each(SCENES)('%s', (_, isFirst) => {
  test('killed between any two changes of the folder: each day is whole, verified truly, and finished by the next run', async () => {
    const scene = await sceneOf(isFirst)
    let disagreed = 0
    for (let call = isLong ? 1 : FEW_FROM; ; call += isLong ? 1 : FEW_STEP) {
      const { out, args } = await scene.begin()
      const env = {
        NODE_OPTIONS: `--import ${dieAtCall}`,
        EVENTSCOPE_DIE_IN: out,
        EVENTSCOPE_DIE_AT: String(call),
      }
      const { code } = await startExport(args, { service: scene.service, env }).ended
      if (code === 0) break
      expect(code).toBe(null)
      const { agrees } = await checkAndFinish(scene, out, args, `killed at change ${call}`)
      if (!agrees) disagreed += 1
    }
    // Or none of them was killed between two days.
    expect(disagreed).toBeGreaterThan(0)
  })

  const rounds = isLong ? 40 : 1
  test(`killed ${rounds === 1 ? 'in the middle of its reading' : `at ${rounds} random moments`}, it is finished by the next run`, async () => {
    const scene = await sceneOf(isFirst)
    const { service, gate } = scene
    const undisturbed = await scene.begin()
    const before = gate.arrived()
    expect(await runHere(undisturbed.args, { service })).toMatchObject({ code: 0 })
    const requests = gate.arrived() - before
    for (let round = 0; round < rounds; round += 1) {
      const { out, args } = await scene.begin()
      const { code, moment } = await killWhileReading(args, { service, gate, requests, round })
      if (round === 0) expect(code).toBe(null)
      await checkAndFinish(scene, out, args, moment)
    }
  })
})
