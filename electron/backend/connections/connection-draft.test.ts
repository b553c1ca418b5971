// How the fields of the connection form are read.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionsIn, draft, idOf, saved } from './fixtures/connections-under-test.ts'

describe('what was typed', () => {
  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'a\u2028b' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: ' ENVIRONMENT ' }, 'name'],
    [{ baseUrl: 'ftp://example.com' }, 'baseUrl'],
    [{ baseUrl: '' }, 'baseUrl'],
    [{ baseUrl: 'http://api.example.com' }, 'plainHttpConsent'],
    [{ billingZone: 'Europe/Berlim' }, 'billingZone'],
    [{ token: '' }, 'token'],
    [{ token: 'two\nlines' }, 'token'],
  ])('is refused at its field: %j', async (changed, field) => {
    const { connections } = await connectionsIn()
    expect(await connections.save({ ...draft, ...changed })).toMatchObject({ failure: { kind: 'invalid', field } })
    expect(await connections.list()).toEqual([])
  })

  test('needs a token for a new connection', async () => {
    const { connections } = await connectionsIn()
    const { token: _, ...rest } = draft
    expect(await connections.save(rest)).toMatchObject({ failure: { kind: 'invalid', field: 'token' } })
  })

  test('needs a name that no other connection bears in any case', async () => {
    const names = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((name) => /\S/.test(name) && !/\p{C}/u.test(name))
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { connections } = await connectionsIn()
        if (!(await connections.save({ ...draft, name })).ok) return
        for (const again of [name.toUpperCase(), name.toLowerCase(), ` ${name} `]) {
          expect(await connections.save({ ...draft, name: again })).toMatchObject({
            failure: { kind: 'invalid', field: 'name' },
          })
        }
      }),
      { seed: 5, numRuns: 20, examples: [['Straße'], ['ΣΊΣΥΦΟΣ'], ['ﬁnance'], ['İstanbul']] },
    )
  })

  test.each([
    ['Acme  Billing', 'acme billing'],
    ['Ａcme', 'acme'],
    ['Cafe\u0301', 'CAFÉ'],
    ['ß\u0301', 'SŚ'],
  ])('is a name that is taken, however it is typed: %j and %j', async (name, again) => {
    const { connections } = await connectionsIn()
    await saved(connections, { name })
    expect(await connections.save({ ...draft, name: again })).toMatchObject({ failure: { field: 'name' } })
  })

  test('can be tried only for a connection that is there', async () => {
    const { connections } = await connectionsIn()
    expect(await connections.accessOfDraft({ ...draft, id: idOf(9) })).toMatchObject({
      failure: { kind: 'no-connection' },
    })
  })

  test('of plain http counts with consent, which is kept only where it is needed', async () => {
    const { connections } = await connectionsIn()
    const there = await saved(connections, { baseUrl: 'http://api.example.com', plainHttpConsent: true })
    expect(there.plainHttpConsent).toBe(true)
    const here = await saved(connections, { name: 'Here', baseUrl: 'http://127.0.0.1:8787', plainHttpConsent: true })
    expect(here.plainHttpConsent).toBe(false)
  })

  test('can be tried without a name, and with the token that is there', async () => {
    const { connections } = await connectionsIn()
    const access = { connectionName: 'https://api.example.com/usage', token: 'tok-123456' }
    expect(await connections.accessOfDraft({ ...draft, name: ' ' })).toMatchObject({ value: access })
    expect(await connections.list()).toEqual([])
    const { id } = await saved(connections)
    const { token: _, ...rest } = draft
    const moved = await connections.accessOfDraft({ ...rest, id, baseUrl: 'https://api.example.com/new' })
    expect(moved).toMatchObject({ value: { baseUrl: 'https://api.example.com/new', token: 'tok-123456' } })
  })

  test.each([
    ['another host', 'https://evil.example.com/usage'],
    ['another port', 'https://api.example.com:8443/usage'],
    ['plain http', 'http://api.example.com/usage'],
    ['a host that begins alike', 'https://api.example.com.evil.example/usage'],
  ])('that moves to %s needs a token of its own, to be saved and to be tried', async (_, baseUrl) => {
    const { connections } = await connectionsIn()
    const { id } = await saved(connections)
    const { token: _none, ...rest } = draft
    const elsewhere = { ...rest, id, baseUrl, plainHttpConsent: true }
    const refused = {
      failure: { kind: 'invalid', field: 'token', message: expect.stringContaining('is for api.example.com') },
    }
    expect(await connections.save(elsewhere)).toMatchObject(refused)
    expect(await connections.accessOfDraft(elsewhere)).toMatchObject(refused)
    expect(await connections.access(id)).toMatchObject({ value: { baseUrl: 'https://api.example.com/usage' } })
    expect(await connections.accessOfDraft({ ...elsewhere, token: 'tok-there' })).toMatchObject({
      value: { baseUrl, token: 'tok-there' },
    })
    await connections.forgetToken(id)
    expect(await connections.save(elsewhere)).toMatchObject({ value: { baseUrl, token: { place: 'nowhere' } } })
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token' } })
  })
})
