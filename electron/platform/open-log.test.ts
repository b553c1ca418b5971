import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { openLog } from './open-log.ts'

const KEY = 'sk_live_9f"8&Qm+/=='

/** As a service, a program or a person may have written it. */
const DISGUISES = [
  (key: string) => key,
  (key: string) => encodeURIComponent(key),
  (key: string) => encodeURIComponent(encodeURIComponent(key)),
  (key: string) => JSON.stringify(key),
  (key: string) => JSON.stringify(JSON.stringify(key)),
  (key: string) => [...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  (key: string) => [...key].map((one) => `&#${one.charCodeAt(0)};`).join(''),
  (key: string) => [...key].join('\u200b'),
]

let folder = ''
let printed: string[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
  printed = []
})
const opened = () => openLog({ folder, now: () => 0, print: (line) => printed.push(line), show: null })

async function written(): Promise<string> {
  const names = await readdir(join(folder, 'log')).catch(() => [])
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'log', name), 'utf8')))
  return texts.join('')
}

describe('a secret', () => {
  test('that was written before it was known as one goes then, and nothing else does', async () => {
    const { log, logging } = opened()
    for (const one of ['before', KEY, encodeURIComponent(KEY), 'after']) log(`It is called ${one}.`)
    expect(await written()).toContain('sk_live')
    logging.secrets.add(KEY)
    const messages = logging.file.tail(9).map((line) => JSON.parse(line).message)
    expect(messages).toEqual(['before', '•••', '•••', 'after'].map((one) => `It is called ${one}.`))
    expect(await written()).not.toContain('sk_live')
    log('more')
    expect(logging.file.tail(1)[0]).toContain('more')
  })

  test('is neither printed nor written, wherever in a line it stands, and however it is encoded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.constantFrom(...DISGUISES),
        fc.string(),
        fc.boolean(),
        async (before, disguise, after, isNote) => {
          const { log, logging } = opened()
          logging.secrets.add(KEY)
          const line = `${before} ${disguise(KEY)} ${after}`
          if (isNote) logging.note(line)
          else log(line)
          const messages = logging.file.tail(1).map((text) => JSON.parse(text).message as string)
          for (const text of [...messages, ...printed.splice(0)]) {
            expect(text).toContain('•••')
            for (const other of DISGUISES) expect(text).not.toContain(other(KEY))
          }
        },
      ),
      { numRuns: 100 },
    )
    expect(await written()).not.toContain('sk_live')
  })

  test('goes where a line is so long that it is cut in the middle of it', async () => {
    const { log, logging } = opened()
    logging.secrets.add(KEY)
    for (let from = 65_536 - KEY.length - 2; from <= 65_536; from += 1) log(`${'x'.repeat(from)}${KEY} and more`)
    expect(await written()).not.toMatch(/sk_liv/)
  })

  test.each([
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['{"authorization":"Basic abcdef123456"}', 'abcdef123456'],
    ['failed with Bearer%20abcdef123456', 'abcdef123456'],
    ['X-Api-Key: abcdef123456', 'abcdef123456'],
    ['http://127.0.0.1:8123/#launch=abc-def_123', 'abc-def_123'],
    ['EVENTSCOPE_STORE_KEY=abc/def+123=', 'abc/def+123='],
    ['https://someone:abcdef123456@api.example/v1', 'abcdef123456'],
  ])('that this run never met goes by its place: %s', async (line, secret) => {
    const { log } = opened()
    log(line)
    expect(printed.join()).not.toContain(secret)
    expect(await written()).not.toContain(secret)
  })
})

test('each line says when it was written, and by which process', async () => {
  opened().log('one\ntwo')
  expect(JSON.parse(await written())).toEqual({ at: '1970-01-01T00:00:00.000Z', pid: process.pid, message: 'one\ntwo' })
  expect(printed).toEqual(['one\ntwo'])
})
