import { expect, test } from 'vitest'
import { readBrowserArguments } from './browser-arguments.ts'

test('are all optional', () => {
  expect(readBrowserArguments([])).toEqual({ ok: true, value: { port: 0, open: true, folder: null } })
  const all = ['--port', '8080', '--no-open', '--user-data', 'a folder']
  expect(readBrowserArguments(all)).toEqual({ ok: true, value: { port: 8080, open: false, folder: 'a folder' } })
})

test.each([
  [['--prot', '1'], "Unknown option '--prot'"],
  [['8080'], "Unexpected argument '8080'"],
  [['--port'], '--port'],
  [['--port', '80x'], '--port 80x is no port'],
  [['--port', ''], 'is no port'],
  [['--port', '-1'], '--port'],
  [['--port', '65536'], 'is no port'],
  [['--user-data', ''], '--user-data needs a folder'],
])('that cannot be understood are refused in words: %j', (args, words) => {
  expect(readBrowserArguments(args)).toEqual({ ok: false, message: expect.stringContaining(words), code: 2 })
})

test('may ask for help', () => {
  expect(readBrowserArguments(['--help'])).toMatchObject({ message: expect.stringContaining('Usage'), code: 0 })
})
