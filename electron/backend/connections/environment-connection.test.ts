import { describe, expect, test } from 'vitest'
import { addEnvironmentConnection } from './environment-connection.ts'
import { connectionsIn, draft, file } from './fixtures/connections-under-test.ts'

describe('the environment variables', () => {
  async function given(baseUrl: string | undefined, token: string | undefined) {
    const { connections, folder } = await connectionsIn()
    const messages: string[] = []
    await addEnvironmentConnection({ baseUrl, token }, connections, (text) => void messages.push(text))
    return { connections, folder, messages, list: await connections.list() }
  }

  test('give a ready connection whose token is never stored', async () => {
    const { list, messages, connections, folder } = await given('http://127.0.0.1:8787/', 'Bearer tok-654321')
    expect(list).toMatchObject([
      { name: 'Environment', origin: 'environment', baseUrl: 'http://127.0.0.1:8787', environment: 'development' },
    ])
    expect(list[0]?.token).toEqual({
      place: 'memory',
      why: 'It comes from EVENTSCOPE_TOKEN and is never stored.',
    })
    expect(messages).toEqual([])
    expect(await connections.access(list[0]!.id)).toMatchObject({ value: { token: 'tok-654321' } })
    await expect(file(folder)).rejects.toThrow('ENOENT')
    const change = await connections.save({ ...draft, id: list[0]!.id })
    expect(change).toMatchObject({ failure: { kind: 'invalid', field: 'name' } })
    expect(await connections.replaceToken(list[0]!.id, 'tok-next')).toMatchObject({
      value: { account: 2, token: { place: 'memory' } },
    })
    await expect(file(folder)).rejects.toThrow('ENOENT')
    expect(await connections.delete(list[0]!.id)).toEqual({ ok: true, value: [] })
  })

  test.each([
    [undefined, 'tok-654321', 'EVENTSCOPE_BASE_URL is not'],
    ['no address', 'tok-654321', 'EVENTSCOPE_BASE_URL cannot be used'],
    ['http://api.example.com', 'tok-654321', 'plain http'],
  ])('that cannot be used are said in words (%s)', async (baseUrl, token, words) => {
    const { list, messages } = await given(baseUrl, token)
    expect(list).toEqual([])
    expect(messages).toEqual([expect.stringContaining(words)])
    expect(messages.join()).not.toContain('tok-654321')
  })

  test('without a token that can be used give a connection that asks for one', async () => {
    for (const token of [undefined, '', 'two\nlines']) {
      const { list, messages, connections } = await given('https://api.example.com', token)
      expect(list).toMatchObject([{ name: 'Environment', environment: 'production', token: { place: 'nowhere' } }])
      expect(messages).toEqual([expect.stringContaining('EVENTSCOPE_TOKEN')])
      expect(await connections.access(list[0]!.id)).toMatchObject({ failure: { kind: 'no-token' } })
    }
  })

  test('that are not set, or empty, give none', async () => {
    for (const [baseUrl, token] of [
      [undefined, undefined],
      ['', ''],
    ]) {
      expect(await given(baseUrl, token)).toMatchObject({ list: [], messages: [] })
    }
  })
})
