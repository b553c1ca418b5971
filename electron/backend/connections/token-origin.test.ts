// A token goes to the server that it was given for, and to no other.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectionsIn, draft, file, saved } from './fixtures/connections-under-test.ts'

describe('the server that a token is for', () => {
  /** Changes connections.json as anyone who can write it could. */
  async function edit(folder: string, changed: object) {
    const { version, content } = JSON.parse(await file(folder))
    const edited = content.map((one: object) => ({ ...one, ...changed }))
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ version, content: edited }))
  }

  test.each([
    ['another host', 'https://evil.example.com/usage'],
    ['another port', 'https://api.example.com:8443/usage'],
    ['plain http, agreed to in the file', 'http://api.example.com/usage'],
  ])('is kept with it: a file that is edited to %s gets no token, at once and after a restart', async (_, baseUrl) => {
    const { connections, folder, restart } = await connectionsIn()
    const { id } = await saved(connections)
    await edit(folder, { baseUrl, plainHttpConsent: true })
    for (const one of [connections, restart()]) {
      const why = expect.stringContaining('is for https://api.example.com and is never sent to another address')
      expect(await one.access(id)).toMatchObject({ failure: { kind: 'no-token', why } })
      expect((await one.list())[0]?.token).toEqual({ place: 'nowhere', why })
      const { token: _none, ...rest } = draft
      expect(await one.accessOfDraft({ ...rest, id, baseUrl, plainHttpConsent: true })).toMatchObject({
        failure: { kind: 'no-token' },
      })
    }
    // Of another server there are no rows to show again.
    expect(await connections.replaceToken(id, 'tok-there')).toMatchObject({ value: { hiddenAccount: null } })
    expect(await restart().access(id)).toMatchObject({ value: { baseUrl, token: 'tok-there' } })
    await edit(folder, { baseUrl: 'https://api.example.com/usage' })
    expect(await restart().access(id)).toMatchObject({ failure: { kind: 'no-token' } })
  })

  test('may be asked at another path', async () => {
    const { connections, folder } = await connectionsIn()
    const { id } = await saved(connections)
    await edit(folder, { baseUrl: 'https://API.example.com:443/other/' })
    expect(await connections.access(id)).toMatchObject({
      value: { baseUrl: 'https://api.example.com/other', token: 'tok-123456' },
    })
  })

  test.each([
    ['of an earlier version, without a server', 'tok-123456', 'earlier version'],
    ['of another program', 'https://api.example.com tok-123456 more', 'Another program'],
    ['of another program', '', 'Another program'],
  ])('is needed: an entry %s (%j) is asked for once more', async (_, entry, words) => {
    const { connections, keychain } = await connectionsIn()
    const { id } = await saved(connections)
    await keychain.write(id, entry)
    const why = expect.stringContaining(words)
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token', why } })
    await connections.replaceToken(id, 'tok-123456')
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
  })
})
