import { describe, expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { commandOptions, helpText } from './command-options.ts'
import { defaultGaps, gapChoices, noFaults, usualSamples } from './service-options.ts'

function startOf(line: string) {
  const reading = readCommandLine(line.split(' ').filter((part) => part !== ''))
  if (reading.kind !== 'start') throw new Error(JSON.stringify(reading))
  return reading.command
}

describe('readCommandLine', () => {
  test('has the documented defaults', () => {
    const { options, ...rest } = startOf('')
    expect(rest).toEqual({
      data: null,
      mapping: null,
      sample: null,
      strict: false,
      startsAt: null,
      stopWithStdin: false,
    })
    expect(options).toMatchObject({ port: 8787, token: 'demo-token', events: 10_000, seed: 1, database: ':memory:' })
    expect(options.gaps).toEqual(defaultGaps)
    expect(options.faults).toEqual(noFaults)
    expect(options.traits).toEqual(usualSamples)
  })

  test('takes every setting of every gap', () => {
    const optionOf = (gap: string) => gap.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    for (const [gap, choices] of Object.entries(gapChoices)) {
      for (const choice of choices) {
        expect(startOf(`--${optionOf(gap)} ${choice}`).options.gaps).toMatchObject({ [gap]: choice })
      }
    }
    const { gaps } = startOf('--total-cap 10000 --clamp-to 25 --unauthorized 403 --strict-body').options
    expect(gaps).toMatchObject({ totalCap: 10_000, clampTo: 25, unauthorized: 403, strictBody: true })
  })

  test('takes every trait of sample events', () => {
    const line = '--look-alikes 0.1 --mixed-kinds .2 --text-amounts 1 --currencies EUR,USD --burst 300'
    expect(startOf(line).options.traits).toEqual({
      lookAlikes: 0.1,
      mixedKinds: 0.2,
      textAmounts: 1,
      currencies: ['EUR', 'USD'],
      burst: 300,
    })
  })

  test('takes every fault', () => {
    const line =
      '--latency 200,50 --fail 503:0.05 --fail 500:#3 --rate-limit 5/s --retry-after date --cut-body #2 --stall #4 --redirect all --duplicate-ids 0.1 --offset-cost 2 --total-age 5 --result-window 200 --window-end empty --floor-offset --date-skew=-7200 --grow 0.5/s --late 2/s --amend 3/s --vanish 0.001/s'
    expect(startOf(line).options.faults).toEqual({
      latency: { ms: 200, jitter: 50 },
      fail: [
        { status: 503, when: { kind: 'share', share: 0.05 } },
        { status: 500, when: { kind: 'numbers', ranges: [{ from: 3, to: 3 }] } },
      ],
      rateLimit: { perSecond: 5, retryAfter: 'date' },
      cutBody: { kind: 'numbers', ranges: [{ from: 2, to: 2 }] },
      stall: { kind: 'numbers', ranges: [{ from: 4, to: 4 }] },
      redirect: { kind: 'share', share: 1 },
      duplicateIds: 0.1,
      offsetCost: 2,
      totalAge: 5,
      resultWindow: { places: 200, end: 'empty' },
      floorOffset: true,
      dateSkew: -7_200,
      grow: 0.5,
      late: 2,
      amend: 3,
      vanish: 0.001,
    })
  })

  test('takes a data file, a store and a time', () => {
    expect(startOf('--data a.csv --strict --db b.db --now 2026-03-01T12:00:00Z')).toMatchObject({
      data: 'a.csv',
      strict: true,
      startsAt: Date.parse('2026-03-01T12:00:00Z'),
      options: { database: 'b.db' },
    })
    expect(startOf('--db file:///tmp/b.db').options.database).toBe('file:///tmp/b.db')
    // A leap second is none that a clock can start at: the second before it is.
    expect(startOf('--now 2016-12-31T23:59:60Z').startsAt).toBe(Date.parse('2016-12-31T23:59:59Z'))
    expect(startOf('--events 5000000 --stop-with-stdin').stopWithStdin).toBe(true)
  })

  test('takes a service without a Date header, and a result window that refuses what is behind it', () => {
    expect(startOf('--date-skew none --result-window 5').options.faults).toMatchObject({
      dateSkew: null,
      resultWindow: { places: 5, end: 'refuse' },
    })
  })

  test('takes a database of PostgreSQL', () => {
    expect(startOf('--db postgres://h/d').options).toMatchObject({
      database: 'postgres://h/d',
      databaseConnections: 10,
      databaseTimeout: 30_000,
    })
    const line = '--db postgresql://h/d --db-connections 3 --db-timeout 5 --order oldest'
    expect(startOf(line).options).toMatchObject({ databaseConnections: 3, databaseTimeout: 5_000 })
    expect(startOf('--db postgres://h/d --mapping m.json')).toMatchObject({ mapping: 'm.json', data: null })
    expect(readCommandLine(['--db', 'postgres://h/d', '--mapping-example', 'billing.usage'])).toEqual({
      kind: 'mapping-example',
      database: 'postgres://h/d',
      table: 'billing.usage',
    })
  })

  test('takes the sample company, as it is now or as it was at closing', () => {
    expect(startOf('')).toMatchObject({ sample: null })
    expect(startOf('--sample --db b.db')).toMatchObject({ sample: 'now', data: null })
    expect(startOf('--sample --at-closing')).toMatchObject({ sample: 'at-closing' })
  })

  test.each([
    ['postgres://u:p@ss/w:rd@h/db', "Unexpected argument 'postgres://u:***@h/db'"],
    ['--port postgres://u@h/db?sslmode=allow&password=secret', 'not postgres://u@h/db?sslmode=allow&password=***'],
    ['--port ?PASSWORD=secret&sslmode=allow', 'not ?PASSWORD=***&sslmode=allow'],
    ['--db JDBC:postgresql://h/db', 'an address that begins with postgres://.'],
    ['--db jdbc:postgresql://h/db?password=secret', 'an address that begins with postgres://.'],
    ['--db postgresql+psycopg2://u:secret@h/db', 'an address that begins with postgres://.'],
    ['--port 65536', '--port must be a whole number from 0 to 65535'],
    ['--port x', '--port'],
    ['--port=-1', '--port'],
    ['--events 1.5', '--events'],
    ['--events 5000001', '--events must be a whole number from 0 to 5000000'],
    ['--seed 4294967296', '--seed'],
    ['--token=', '--token must be visible ASCII'],
    ['--token=ä', '--token'],
    ['--look-alikes 2', '--look-alikes must be a share from 0 to 1, not 2.'],
    ['--mixed-kinds half', '--mixed-kinds must be a share from 0 to 1, not half.'],
    ['--text-amounts=-1', '--text-amounts must be a share from 0 to 1, not -1.'],
    ['--currencies eur', '--currencies must be different codes of three capital letters, such as EUR,USD, not eur.'],
    ['--currencies EUR,EUR', '--currencies must be different codes'],
    ['--currencies EUR,', '--currencies must be different codes'],
    ['--burst 10001', '--burst must be a whole number from 0 to 10000, not 10001.'],
    ['--burst 6 --events 5', '--burst must be a whole number from 0 to 5, not 6.'],
    ['--look-alikes 0 --sample', '--look-alikes shapes sample events'],
    ['--currencies EUR --sample', '--currencies shapes sample events'],
    ['--burst 5 --data a.csv', '--burst shapes sample events, which --data takes the place of'],
    ['--total-age=-1', '--total-age must be a whole number from 0 to 86400, not -1.'],
    ['--result-window 0', '--result-window must be a whole number from 1'],
    ['--window-end empty', '--window-end needs --result-window.'],
    ['--result-window 5 --window-end soft', '--window-end must be one of refuse, empty, not soft.'],
    ['--date-skew soon', '--date-skew must be a whole number of seconds, such as =-7200, or none, not soon.'],
    ['--total some', '--total must be one of all, page, unfiltered, not some.'],
    ['--total-cap 0', '--total-cap must be a whole number from 1 to 1000000000, not 0.'],
    ['--range-precision hours', '--range-precision must be one of exact, seconds, days, bound-seconds, bound-days'],
    ['--bounds x', '--bounds'],
    ['--order random', '--order must be one of newest, oldest, insertion, shuffled, unstable'],
    ['--combine xor', '--combine'],
    ['--property-match loose', '--property-match'],
    ['--over-limit ignore', '--over-limit'],
    ['--clamp-to 0', '--clamp-to must be a whole number from 1 to 100'],
    ['--clamp-to 101', '--clamp-to'],
    ['--errors xml', '--errors'],
    ['--unauthorized 404', '--unauthorized must be one of 401, 403'],
    ['--latency soon', '--latency must be MS or MS,JITTER'],
    ['--latency 200,50ms', '--latency must be MS or MS,JITTER'],
    ['--fail 600:all', '--fail must be STATUS:WHEN with a status from 400 to 599'],
    ['--fail 503', '--fail must be STATUS:WHEN'],
    ['--fail 200:all', '--fail must be STATUS:WHEN with a status from 400'],
    ['--fail 503:often', '--fail hits a share'],
    ['--rate-limit 5', '--rate-limit must be a number per second'],
    ['--rate-limit 5/second', '--rate-limit must be a number per second'],
    ['--rate-limit 0/s', '--rate-limit'],
    ['--retry-after soon', '--retry-after'],
    ['--cut-body 2', '--cut-body hits a share'],
    ['--stall x', '--stall'],
    ['--redirect x', '--redirect'],
    ['--duplicate-ids #3', '--duplicate-ids must be a share'],
    ['--offset-cost 0.5', '--offset-cost must be a whole number from 0 to 1000000, not 0.5.'],
    ['--grow fast', '--grow must be a number per second above 0, such as 10/s, not fast.'],
    ['--late 5', '--late must be a number per second'],
    ['--amend 0/s', '--amend must be a number per second above 0'],
    ['--vanish=-1/s', '--vanish must be a number per second above 0'],
    ['--now today', '--now must be an RFC 3339'],
    ['--now 2026-02-30T00:00:00Z', '--now names a day that does not exist: 2026-02-30.'],
    ['--strict', '--strict refuses a data file'],
    ['--data a.csv --events 5', '--data and --events exclude each other'],
    ['--sample --events 5', '--sample and --events exclude each other.'],
    ['--sample --data a.csv', '--sample and --data exclude each other.'],
    ['--sample --burst 5', '--burst shapes sample events, which --sample takes the place of'],
    ['--at-closing', '--at-closing needs --sample.'],
    ['--sample --strict', '--strict refuses a data file'],
    ['--mapping m.json', '--mapping needs --db postgres://….'],
    ['--db a.db --mapping m.json', '--mapping needs --db postgres://….'],
    ['--db postgres://h/d --mapping m.json --events 5', '--mapping serves events that are there, and --events others'],
    ['--db postgres://h/d --mapping m.json --data a.csv', '--mapping serves events that are there, and --data others'],
    ['--db postgres://h/d --mapping m.json --sample', '--mapping serves events that are there, and --sample others'],
    ['--mapping-example usage', '--mapping-example needs --db postgres://….'],
    ['--mapping-example usage --db a.db', '--mapping-example needs --db postgres://….'],
    ['--db-connections 3', '--db-connections needs --db postgres://….'],
    ['--db a.db --db-timeout 3', '--db-timeout needs --db postgres://….'],
    ['--db postgres://h/d --db-connections 0', '--db-connections must be a whole number from 1 to 1000, not 0.'],
    ['--db postgres://h/d --db-timeout 0', '--db-timeout must be a whole number from 1 to 86400, not 0.'],
    ['--db postgres://h/d --order shuffled', '--order shuffled needs SQLite: with postgres:// it is newest, oldest'],
    ['--db postgres://h/d --order unstable', '--order unstable needs SQLite'],
    ['--db postgres://h/d --duplicate-ids 0.1', '--duplicate-ids needs SQLite'],
    ['--db postgres://h/d --grow 1/s', '--grow needs SQLite'],
    ['--db postgres://h/d --late 1/s', '--late needs SQLite'],
    ['--db postgres://h/d --amend 1/s', '--amend needs SQLite'],
    ['--db postgres://h/d --vanish 1/s', '--vanish needs SQLite'],
    ['--nonsense', "Unknown option '--nonsense'"],
    ['nonsense', 'Unexpected argument'],
    ['--port', '--port'],
    ['--strict-body yes', 'Unexpected argument'],
  ])('%s is refused: %s', (line, problem) => {
    expect(readCommandLine(line.split(' '))).toEqual({ kind: 'refused', problem: expect.stringContaining(problem) })
  })

  test('a token with a space is refused', () => {
    const problem = '--token must be visible ASCII characters without spaces.'
    expect(readCommandLine(['--token', 'two words'])).toEqual({ kind: 'refused', problem })
  })

  test('helps whatever else is asked for, as long as its options are known', () => {
    expect(readCommandLine(['--port', 'x', '--help'])).toEqual({ kind: 'help' })
    expect(readCommandLine(['--help', '--nonsense']).kind).toBe('refused')
  })

  test('has a help text that leaves no option and no choice out', () => {
    expect(readCommandLine(['--help'])).toEqual({ kind: 'help' })
    for (const name of Object.keys(commandOptions)) {
      if (name !== 'help') expect(helpText('service')).toMatch(new RegExp(`^  --${name}\\b`, 'm'))
    }
    for (const choices of Object.values(gapChoices)) expect(helpText('service')).toContain(choices.join('|'))
  })
})
