import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import { readRules, rulesVersion } from '../../shared/worth/rules-text.ts'
import {
  type Ended,
  idsIn,
  idsOf,
  killWhileReading,
  place,
  runHere,
  runToEnd,
  serveBehindGate,
  startExport,
} from './fixtures/start-export.ts'

const EVENTS = 2_000

/** A reading that was stopped by one Ctrl+C after some answers. */
async function stopped(...options: string[]) {
  const { service, gate } = await serveBehindGate({ events: EVENTS })
  const ids = await idsOf(service)
  const { out, userData } = await place()
  const file = join(out, 'all.ndjson')
  await writeFile(file, 'kept')
  const base = ['--out', file, '--user-data', userData]
  gate.letPass(25)
  const begun = startExport([...base, ...options], { service })
  await Promise.race([gate.reached(), begun.ended])
  begun.signal('SIGINT')
  const ended = await begun.ended
  gate.letPass(Number.POSITIVE_INFINITY)
  return { service, gate, ids, out, file, userData, base, ended }
}

describe('Ctrl+C', () => {
  test('once stops cleanly with 130 and no file, tells how to go on, and --resume does', async () => {
    const { service, ids, out, file, userData, base, ended } = await stopped()
    expect(ended).toMatchObject({ code: 130, stdout: '' })
    expect(ended.stderr).toContain('Stopping. Press Ctrl+C again')
    expect(ended.stderr).toContain(`To continue: npm run export -- --out ${file} --resume --user-data ${userData}\n`)
    expect(await readFile(file, 'utf8')).toBe('kept')
    expect(await readdir(out)).toEqual(['all.ndjson'])
    const kept = Number(/: ([\d,]+) events have been read so far/.exec(ended.stderr)?.[1]?.replace(',', ''))
    expect(kept).toBeGreaterThan(0)
    const resumed = await runToEnd([...base, '--resume'], { service })
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining(`"rows":${EVENTS}`) })
    expect(await idsIn(file)).toEqual(ids)
  })

  test('what was asked for stays asked for: an option that is the same is welcome, one that differs is exit 2', async () => {
    const { service, file, base } = await stopped(
      '--event-type',
      'debit',
      '--from',
      '2020-01-01',
      '--columns',
      'event_id',
    )
    for (const [options, named] of [
      [['--event-type', 'credit'], '--event-type differs'],
      [['--customer-id', 'c'], '--customer-id differs'],
      [['--from', '2020-01-02'], '--from differs'],
      [['--until', '2021-01-01'], '--until differs'],
      [['--columns', 'event_id,created_at', '--format', 'csv'], '--format, --columns differ'],
    ] as const) {
      const refused = await runHere([...base, '--resume', ...options], { service })
      expect(refused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(named) })
    }
    expect(await readFile(file, 'utf8')).toBe('kept')
    const same = ['--event-type', 'debit', '--from', '2020-01-01T00:00:00Z']
    expect(await runHere([...base, '--resume', ...same], { service })).toMatchObject({ code: 0 })
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    expect(lines.every((line) => /^\{"event_id":"[^"]+"\}$/.test(line))).toBe(true)
    expect(lines.length).toBeLessThan(EVENTS)
  })

  test('rules stay those that it was started with, also when their file is gone; others are exit 2', async () => {
    const { folder } = await place()
    const [path, others] = [join(folder, 'rules.json'), join(folder, 'others.json')]
    const rule = (effect: string) => `{"effect":"${effect}","money":{"by":"amount","property":"amount"}}`
    await writeFile(path, `{"eventscopeRules":1,"rules":[${rule('as-sent')}]}`)
    await writeFile(others, `{"eventscopeRules":1,"rules":[${rule('reduces')}]}`)
    const { service, base } = await stopped('--rules', path)
    const refused = await runHere([...base, '--resume', '--rules', others], { service })
    expect(refused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('--rules differs from') })
    const read = readRules(await readFile(path, 'utf8'))
    await rm(path)
    const resumed = await runHere([...base, '--resume'], { service })
    expect(resumed.code).toBe(0)
    expect(JSON.parse(resumed.stdout).worth.rules).toBe(read.ok && rulesVersion(read.rules))
  })

  test('so do expected shapes, and how many events are not so decides the exit code', async () => {
    const { folder } = await place()
    const [path, others] = [join(folder, 'shapes.json'), join(folder, 'others.json')]
    await writeFile(path, printShapes({ codes: ['none'], shapes: [] }))
    await writeFile(others, printShapes({ codes: ['other'], shapes: [] }))
    const { service, base } = await stopped('--expect', path)
    const refused = await runHere([...base, '--resume', '--expect', others], { service })
    expect(refused).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining('--expect differs from') })
    await rm(path)
    const resumed = await runHere([...base, '--resume'], { service })
    expect([resumed.code, JSON.parse(resumed.stdout).misfits]).toEqual([3, EVENTS])
  })

  test('without a store key and a keychain nothing can be taken up, and that is said', async () => {
    const { service, gate } = await serveBehindGate({ events: EVENTS })
    const { out, userData } = await place()
    gate.letPass(12)
    const args = ['--out', join(out, 'all.ndjson'), '--user-data', userData]
    const begun = startExport(args, { service, env: { EVENTSCOPE_STORE_KEY: '' } })
    await Promise.race([gate.reached(), begun.ended])
    begun.signal('SIGINT')
    const ended = await begun.ended
    expect(ended).toMatchObject({ code: 130, stderr: expect.stringContaining('for this run only') })
    expect(ended.stderr).not.toContain('To continue')
  })
})

const ROUNDS = process.env.EVENTSCOPE_LONG === '1' ? 100 : 2

test(`killed at random moments, ${ROUNDS} times: --resume ends in the same events, or the old file is there`, async () => {
  const { service, gate } = await serveBehindGate({ events: EVENTS })
  const ids = await idsOf(service)
  const undisturbed = await place()
  const before = gate.arrived()
  await runHere(['--out', join(undisturbed.out, 'all.ndjson'), '--user-data', undisturbed.userData], { service })
  const requests = gate.arrived() - before
  let resumedRounds = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const { out, userData } = await place()
    const file = join(out, 'all.ndjson')
    await writeFile(file, 'old\n')
    const args = ['--out', file, '--user-data', userData]
    // The last ones find it writing.
    const { code, moment } = await killWhileReading(args, { service, gate, requests, round })
    const isOld = (await readFile(file, 'utf8')) === 'old\n'
    if (!isOld) expect(await idsIn(file), moment).toEqual(ids)
    if (code === 0) continue
    const resumed: Ended = await runHere([...args, '--resume'], { service })
    if (resumed.code === 2) {
      // Killed before anything was begun, or after everything was done.
      expect(resumed.stderr, moment).toContain('no reading was started')
      continue
    }
    resumedRounds += 1
    expect(resumed, moment).toMatchObject({ code: 0, stdout: expect.stringContaining('"complete"') })
    expect(await idsIn(file), moment).toEqual(ids)
  }
  expect(resumedRounds).toBeGreaterThan(0)
})
