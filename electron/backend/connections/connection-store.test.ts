import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { connectionFile, nextAccount } from './connection-store.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const entry = (number: number, changed: object = {}) => ({
  id: idOf(number),
  name: `Acme ${number}`,
  baseUrl: `https://api-${number}.example.com`,
  environment: 'test',
  plainHttpConsent: false,
  account: 1,
  hiddenAccount: null,
  highestAccount: 1,
  token: 'keychain',
  ...changed,
})

async function fileOf(...content: unknown[]) {
  const folder = await temporaryFolder()
  const path = join(folder, 'connections.json')
  await writeFile(path, JSON.stringify({ version: 1, content }))
  const notices: string[] = []
  const file = connectionFile({ folder, now: () => 0, notice: (text) => void notices.push(text) })
  const names = async () => {
    const read = await file.read()
    if (!read.ok) throw new Error(read.failure.kind)
    return read.value.map(({ name }) => name)
  }
  return {
    file,
    path,
    names,
    notices,
    stored: async () => JSON.parse(await readFile(path, 'utf8')).content as unknown[],
  }
}

test.each([
  ['a base URL of another scheme', { baseUrl: 'ftp://api.example.com' }, /“Acme 2”: Only https/],
  ['a base URL with a password', { baseUrl: 'https://user:secret@api.example.com' }, /password before the @/],
  ['a query', { baseUrl: 'https://api.example.com?a=1' }, /question mark/],
  ['plain http without consent', { baseUrl: 'http://api.example.com' }, /plain http/],
  ['a name that is taken', { name: ' ACME 1' }, /A connection "ACME 1" already exists/],
  ['the reserved name', { name: 'environment' }, /environment variables/],
  ['a name of line breaks', { name: 'a\nb' }, /“ab”: A name cannot hold line breaks/],
  ['a name that is too long', { name: 'x'.repeat(5_000) }, /“x{80}”: A name has at most/],
  ['an id that is taken', { id: idOf(1) }, /“id” belongs to another/],
  ['an id that names another entry of the keychain', { id: 'cache-key' }, /“id” is not valid/],
  ['an unknown environment', { environment: 'prod' }, /“environment” is not valid/],
  ['no token place', { token: undefined }, /“token” is not valid/],
])('an entry with %s is left out, said, and stays in the file as it is', async (_, changed, words) => {
  const bad = entry(2, changed)
  const { file, names, notices, stored } = await fileOf(entry(1), bad, entry(3))
  expect(await names()).toEqual(['Acme 1', 'Acme 3'])
  expect(notices).toEqual([expect.stringMatching(words)])
  expect(notices[0]).toContain('stay in the file')
  expect(notices[0]).not.toContain('secret')
  await file.change((before) => before.filter(({ name }) => name !== 'Acme 1'))
  const { baseUrl: rowsFrom } = entry(3)
  expect(await stored()).toEqual([{ ...entry(3), billingZone: null, rowsFrom }, JSON.parse(JSON.stringify(bad))])
})

test.each([
  ['absent, as in earlier versions', {}, null],
  ['no text', { billingZone: 7 }, null],
  ['too long for one', { billingZone: 'x'.repeat(5_000) }, null],
  ['a zone', { billingZone: 'Europe/Berlin' }, 'Europe/Berlin'],
  ['one that is not known here, which stays in the file', { billingZone: 'Mars/Base' }, 'Mars/Base'],
])('a billing zone that is %s', async (_, changed, billingZone) => {
  const { file, notices, stored } = await fileOf(entry(1, changed))
  expect(await file.read()).toMatchObject({ value: [{ name: 'Acme 1', billingZone }] })
  await file.change((before) => before)
  expect(await stored()).toMatchObject([{ billingZone }])
  expect(notices).toEqual([])
})

test('entries that are not connections at all are named by their place, and not all of them', async () => {
  const { names, notices } = await fileOf(null, 'text', 7, [], {}, entry(6))
  expect(await names()).toEqual(['Acme 6'])
  expect(notices[0]).toMatch(/entry 1: .* entry 2: .* entry 3: .* And 2 more\.$/)
})

test('an address is read as the form reads it, and a consent that is not needed is none', async () => {
  const { file } = await fileOf(entry(1, { baseUrl: ' https://API.example.com/usage// ', plainHttpConsent: true }))
  expect(await file.read()).toMatchObject({
    value: [{ baseUrl: 'https://api.example.com/usage', plainHttpConsent: false }],
  })
})

test('a base URL that was edited is another account, and each edit a new one', async () => {
  const { file, path, stored } = await fileOf(entry(1), entry(2))
  const accounts = async () => {
    const read = await file.read()
    return read.ok ? read.value.map(({ account, hiddenAccount }) => [account, hiddenAccount]) : null
  }
  expect(await accounts()).toEqual([
    [1, null],
    [1, null],
  ])
  await file.change((before) => before)
  for (const [count, baseUrl] of ['https://b.example', 'https://c.example', 'https://api-1.example.com'].entries()) {
    const [first, second] = (await stored()) as [object, object]
    await writeFile(path, JSON.stringify({ version: 1, content: [{ ...first, baseUrl }, second] }))
    for (let again = 0; again < 2; again++) {
      expect(await accounts()).toEqual([
        [count + 2, null],
        [1, null],
      ])
    }
  }
})

test('an account is the next after all that are known, of which files of earlier versions lack the highest', () => {
  expect(nextAccount({ account: 2, hiddenAccount: 4, highestAccount: 1 }, 2)).toEqual({
    account: 5,
    hiddenAccount: 2,
    highestAccount: 5,
  })
})
