// Cases of a backend that asked a service for customers who are in none of them.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { CASE_FORMATS, type CaseItem, emptyCase } from '../../../shared/case/case.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createBackend } from './backend.ts'
import { backendUnderTest } from './fixtures/backend-under-test.ts'

const ID = fc.stringMatching(/^cus_[a-z]{6,10}$/)
const VALUE = fc.stringMatching(/^v[A-Za-zäü"%/ -]{7,12}z$/)

const NAME = fc.stringMatching(/^[A-Z][a-zäöü]{5,9} [A-Z][a-z]{4,9}( GmbH)?$/)

/** Each way in which a text is looked for in a file. */
const formsOf = (text: string) => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  JSON.stringify(JSON.stringify(text)).slice(3, -3),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
]

test('of customers and values that are in no entry none is in the file, in any form', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'case')
  const service = createServer((_, answer) => answer.writeHead(404).end('{"error":"not now"}')).listen(0, '127.0.0.1')
  await once(service, 'listening')
  onTestFinished(() => void service.close())
  const { port } = service.address() as AddressInfo
  const effects = await backendUnderTest({
    environment: { baseUrl: `http://127.0.0.1:${port}`, token: 'tok-3f9Zr7Qm' },
    saving: { askWhere: async () => path, showInFolder() {}, showProgress() {}, announce() {} },
  })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const [first] = await client.connections.list()
  const connectionId = first?.id ?? ''
  const asked = { connectionId, account: first?.account ?? 1 }
  const search = async (customerId: string, value: string) => {
    const filters = { customerId, propertyFilters: [{ name: 'user', kind: 'string' as const, text: value }] }
    const steps = await client.events.search({ ...asked, request: { filters, limit: 1, offset: 0 }, once: true })
    const read = async () => {
      for await (const _ of steps) {
        // What it tells on the way is of no matter.
      }
    }
    await expect(read()).rejects.toThrow()
  }
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(ID, { minLength: 2, maxLength: 2 }),
      fc.uniqueArray(VALUE, { minLength: 2, maxLength: 2 }),
      fc.uniqueArray(NAME, { minLength: 2, maxLength: 2, selector: (name) => name.split(' ')[0] }),
      fc.constantFrom(...CASE_FORMATS),
      fc.boolean(),
      async ([inside = '', outside = ''], [own = '', others = ''], [name = '', another = ''], format, masked) => {
        // What is in the file may hold none of what is not, by chance.
        fc.pre(!inside.includes(outside) && !own.includes(others))
        fc.pre(![inside, outside].some((id) => own.includes(id.slice(4))))
        await search(inside, own)
        await search(inside, others)
        await search(outside, own)
        await search(outside, others)
        const key = `${inside.slice(4)}-api_calls-1`
        const encoded = Buffer.from(`for ${inside}`).toString('base64')
        const source = JSON.stringify({
          event_id: `evt_${inside}_1`,
          customer_id: inside,
          event_properties: {
            user: own,
            idempotency_key: key,
            encoded,
            log: `sent ${encodeURIComponent(inside)}.`,
            [`of ${name}`]: [
              name.toUpperCase(),
              `?name=${encodeURIComponent(name)}`,
              `?name=${name.replaceAll(' ', '+')}`,
            ],
            nested: JSON.stringify({ name: JSON.stringify(name), encoded: Buffer.from(name).toString('base64') }),
          },
        })
        const items: CaseItem[] = [
          { is: 'event', id: '1', title: `Event evt_${inside}_1`, source, customerId: inside, from: [] },
        ]
        if (masked)
          items.push({ is: 'note', id: '2', text: `${name} is not ${another}, ${outside}.`, isInternal: true })
        const empty = emptyCase('00112233445566778899aabbccddeeff')
        const names = [
          { said: name, is: inside },
          { said: another, is: outside },
        ]
        const known = { ...empty, items, names, details: { ...empty.details, title: `About ${name}` } }
        const audience = { is: 'colleague' as const, masked }
        const saved = await client.exports.saveCase({ connectionId, case: known, audience, format })
        expect(saved.kind).toBe('saved')
        const file = await readFile(path, 'utf8')
        for (const absent of [outside, others, another]) {
          for (const form of formsOf(absent)) expect(file).not.toContain(form)
        }
        // What is looked for can be found: the request for its own event is there.
        expect(file.match(/Request at/g)).toHaveLength(1)
        const hidden = [
          ...formsOf(inside),
          inside.slice(4),
          encoded,
          ...formsOf(name),
          name.toUpperCase(),
          ...name.split(' ', 1),
        ]
        if (masked) for (const form of hidden) expect(file).not.toContain(form)
        else for (const shown of [inside, name]) expect(file).toContain(shown)
      },
    ),
    // A smaller example would ask for the same events again.
    { numRuns: 50, endOnFailure: true },
  )
})
