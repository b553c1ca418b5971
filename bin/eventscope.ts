#!/usr/bin/env node
// The command `eventscope`, as npm links it. It runs on any Node from 20 on, starts the program of each command on one
// that suits it, with the options that npm's scripts give it, and ends as that does.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { suitableNode } from '../e2e/kit/suitable-node.ts'
import { endWithParent } from '../scripts/end-with-parent.ts'

interface Program {
  /** It is in dist/, and lacks its extension. */
  name: string
  /** Node gets these. */
  options: string[]
  does: string
}

/** npm's scripts have it so: with V8's own 32 MiB, what is needed for very many events grows with them. */
const SMALL_YOUNG = ['--max-semi-space-size=8']

const PROGRAMS = new Map<string, Program>([
  ['open', { name: 'browser', options: [], does: 'shows the inspector in your browser, and in it what a link asks' }],
  [
    'export',
    {
      name: 'command/export',
      options: SMALL_YOUNG,
      does: 'writes every event that matches a search to a file, with a verdict and a receipt',
    },
  ],
  [
    'check',
    {
      name: 'command/check',
      options: SMALL_YOUNG,
      does: 'checks a ledger or an invoice against events, line by line, and prints as JSON what differs',
    },
  ],
  [
    'verify',
    {
      name: 'command/verify-receipt',
      options: [],
      does: 'checks an exported file, or a folder of days, against its receipt',
    },
  ],
  [
    'service',
    { name: 'service', options: SMALL_YOUNG, does: 'starts the reference service, for tests and for a first look' },
  ],
  [
    'check-service',
    {
      name: 'command/check-service',
      options: [],
      does: 'says which rules of the interface a service keeps, and how it fills the gaps',
    },
  ],
])

const HELP = `Usage: eventscope COMMAND [options]

${[...PROGRAMS].map(([command, { does }]) => `  ${command.padEnd(15)}${does}`).join('\n')}

"eventscope COMMAND --help" lists the options of one, "eventscope --version" prints the version.
`

const [command, ...given] = process.argv.slice(2)
const program = PROGRAMS.get(command ?? '')
if (command === '--help') process.stdout.write(HELP)
else if (command === '--version') process.stdout.write(`${version()}\n`)
else if (command === undefined) refuse(`No command is named.\n\n${HELP}`, 2)
else if (program === undefined) refuse(`There is no command ${JSON.stringify(command)}.\n\n${HELP}`, 2)
else start(command, program)

function start(command: string, program: Program): void {
  const found = find(program)
  if ('missing' in found) refuse(`${found.missing}\n`, 1)
  else run(found.node, [...program.options, found.file, ...given], `eventscope ${command}`)
}

/** @param called what the program's usage lines call it */
function run(node: string, args: string[], called: string): void {
  endWithParent()
  // What npm says of the script that this is part of is about that script, whatever its name.
  const { npm_lifecycle_event: _, ...env } = process.env
  const child = spawn(node, args, { stdio: 'inherit', env, argv0: called })
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A terminal sends the first two to the program as well, which would take a second one as another wish of the
      // user's.
      if (signal === 'SIGTERM' || ![0, 1, 2].some(isatty)) child.kill(signal)
    })
  }
  child.once('error', (error) => refuse(`${node} cannot be started: ${error.message}\n`, 1))
  child.once('exit', (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
  })
}

/** The program's file, from the built command and from its source, and a Node that it runs on; or why there is none. */
function find({ name }: Program): { node: string; file: string } | { missing: string } {
  const places = [`./${name}.js`, `../dist/${name}.js`].map((place) => fileURLToPath(new URL(place, import.meta.url)))
  const file = places.find((place) => existsSync(place))
  if (file === undefined) return { missing: 'Eventscope is not built here: run "npm run build" in its folder.' }
  try {
    return { node: suitableNode(), file }
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) }
  }
}

// package.json is as far away when it is built (dist/) as here.
function version(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

function refuse(words: string, code: number): void {
  process.stderr.write(words)
  process.exitCode = code
}
