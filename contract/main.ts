// The contract suite as a command. Exit code: 0 no rule broken, 1 a rule broken, 2 wrong usage, 3 not finished.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { reportText } from './report.ts'
import { runContract } from './run-contract.ts'

// The command `eventscope` puts its own words there (bin/eventscope.ts).
const called = process.argv0.startsWith('eventscope ') ? process.argv0 : 'node contract/main.ts'

const HELP = `Tells which rules of the event retrieval interface a service keeps, and how it fills the gaps.

  ${called} --url URL --token TOKEN

  --url URL         the base URL, to which /v1/events/search is added
  --token TOKEN     the access token
  --max-requests N  how many requests may be sent altogether [300]
  --timeout MS      how long one answer may take [10000]
  --help            this text

The service is only read from. Exit code: 0 no rule broken, 1 a rule broken, 2 usage error, 3 could not be completed.
`

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  // Node's own exit code of 1 would mean that a rule is broken.
  process.stderr.write(`The suite failed: ${oneLine(error)}\n`)
  process.exitCode = 3
}

async function main(args: string[]): Promise<number> {
  let values: { url?: string; token?: string; 'max-requests'?: string; timeout?: string; help?: boolean }
  try {
    values = parseArgs({
      args,
      options: {
        url: { type: 'string' },
        token: { type: 'string' },
        'max-requests': { type: 'string' },
        timeout: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return misused(error instanceof Error ? error.message : String(error))
  }
  if (values.help === true) {
    process.stdout.write(HELP)
    return 0
  }
  const { url = '', token = '' } = values
  const budget = Number(values['max-requests'] ?? 300)
  const timeout = Number(values.timeout ?? 10_000)
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) return misused('--url must be an http or https URL.')
  if (!/^[!-~]+$/.test(token)) return misused('--token must be visible ASCII characters without spaces.')
  if (!Number.isInteger(budget) || budget < 1) return misused('--max-requests must be a whole number from 1.')
  if (!Number.isInteger(timeout) || timeout < 1)
    return misused('--timeout must be a whole number of milliseconds from 1.')

  const result = await runContract({ url, token, fetch, budget, timeout, nonce: `contract-${randomUUID()}` })
  process.stdout.write(reportText(result, url))
  if (result.rules.some(({ verdict }) => verdict === 'broken')) return 1
  return result.stopped === null ? 0 : 3
}

function oneLine(error: unknown): string {
  return String(error).replace(/\s*\n\s*/g, ' ')
}

function misused(problem: string): number {
  process.stderr.write(`${problem}\n--help tells more.\n`)
  return 2
}
