import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { HOSTILE_LINKS } from '../../shared/connection/fixtures/hostile-links.ts'
import { readBrowserArguments as readFor } from './browser-arguments.ts'

const readBrowserArguments = (args: string[]) => readFor(args, 'npm run browser --')
const LINK = 'eventscope://open?connection=Acme&base_url=https%3A%2F%2Fapi.acme.example'

test('are all optional', () => {
  const none = { port: null, open: true, folder: null, link: null, stopWithStdin: false }
  expect(readBrowserArguments([])).toEqual({ ok: true, value: none })
  const args = ['--port', '8080', '--no-open', '--user-data', 'a folder', '--stop-with-stdin', LINK]
  const all = { port: 8080, open: false, folder: 'a folder', link: LINK, stopWithStdin: true }
  expect(readBrowserArguments(args)).toEqual({ ok: true, value: all })
})

test.each(['0', '1024', '65535'])('may name port %s', (port) => {
  expect(readBrowserArguments(['--port', port])).toMatchObject({ ok: true, value: { port: Number(port) } })
})

test.each([
  [['--prot', '1'], "Unknown option '--prot'"],
  [['8080'], "Unexpected argument '8080'"],
  [['https://api.acme.example'], "Unexpected argument 'https://api.acme.example'"],
  [[LINK, LINK], 'One link is shown at a time'],
  [['eventscope://open?connection=Acme'], 'This link cannot be opened: “base_url” is missing. Put it in quotes'],
  [['--port'], '--port'],
  [['--port', '80x'], '--port 80x is not a port'],
  [['--port', ''], 'is not a port'],
  [['--port', '-1'], '--port'],
  [['--port', '65536'], 'is not a port: choose one from 1024 to 65535, or 0 for a free one.'],
  [['--port', '80'], '--port 80 is kept for system services: choose one from 1024 to 65535, or 0 for a free one.'],
  [['--port', '1023'], 'is kept for system services'],
  [['--port', '6000'], '--port 6000 is one that browsers refuse to open: choose another.'],
  [['--user-data', ''], '--user-data needs a folder'],
])('that cannot be understood are refused in words: %j', (args, words) => {
  expect(readBrowserArguments(args)).toEqual({ ok: false, message: expect.stringContaining(words), code: 2 })
})

test.each(HOSTILE_LINKS)('show no link that is %s, and nothing of it reaches the terminal unseen', (_, text) => {
  const read = readBrowserArguments([text])
  expect(read).toMatchObject({ ok: false, code: 2 })
  expect(read.ok ? '' : read.message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

test('may name no port that fetch, like every browser, calls bad, and every other one that a user has', () => {
  const { badPorts } = createRequire(import.meta.url)('undici/lib/web/fetch/constants.js')
  const ports = Array.from({ length: 65_536 - 1024 }, (_, index) => String(1024 + index))
  const refused = ports.filter((port) => !readBrowserArguments(['--port', port]).ok)
  expect(refused).toEqual(badPorts.filter((port: string) => Number(port) >= 1024))
  expect(refused).toContain('6000')
})

test('may ask for help', () => {
  expect(readBrowserArguments(['--help'])).toMatchObject({ message: expect.stringContaining('Usage'), code: 0 })
})
