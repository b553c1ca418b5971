// One word stands for one thing in the window, the commands, the files and the docs: words that gave way to better ones
// stay away. Keys, values, options and columns of files are other than words, and keep theirs.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sources, textsOf } from './source-texts.ts'

/** What was said once, what is said now, and where the old words stay, with the reason. */
const RETIRED: readonly { was: RegExp; is: string; stays?: readonly [file: string, why: string][] }[] = [
  { was: /Take snapshot/, is: 'Load all 9,128' },
  { was: /Find others/, is: 'Similar events' },
  {
    was: /\b(?:Add to case|New case|Cases)\b|\ba case\b(?! that| of letters)|^Case$/,
    is: 'Add to report, New report, Reports',
  },
  { was: /\bSums of these rows|^Sums$/, is: 'Totals of this page' },
  { was: /\bRecheck|Ask a sample again|Read again and compare/, is: 'Check for changes…' },
  {
    was: /^Extend$|“Extend”|Mark as closed|Changed since closing/,
    is: 'Extend the period…, Keep as closing copy',
  },
  { was: /^Reduces$|^Net$|“Reduces”|“Net”|\bnetted\b/, is: 'Taken off, Total' },
  // "No money was compared" says what a check did, of no event that it has none.
  {
    was: /\b(?:with|without|no) money\b(?! was compared)/i,
    is: 'In the total, Not in the total',
    stays: [
      ['shared/case/german-tables.ts', 'heads of tables that reports of earlier versions keep, and their German'],
    ],
  },
  {
    was: /\bnot in the sum\b/i,
    is: 'Not in the total',
    stays: [['shared/case/german-tables.ts', 'a head of tables that reports of earlier versions keep']],
  },
  {
    was: /\bwithout a number\b/i,
    is: 'not in the total: their quantity is text; number missing',
    stays: [
      ['shared/worth/not-in-sum.ts', 'receipts hold this sentence, and are compared with it word by word'],
      ['shared/case/german-tables.ts', 'the sentence as it was kept, and a head of receipts, for their German'],
      ['electron/backend/export/about-lines.ts', 'a head of a file'],
    ],
  },
  { was: /Not valued: part of a line|“part of a line”|"part of a line"/, is: 'Billed by the month, not per event' },
  { was: /\b(?:unit|currency) not known\b/i, is: 'Unit not set, Currency not set' },
  // Of a contract's rules none is broken.
  {
    was: /\b[Bb]y the rules\b|^Rules$|\b[Nn]o rule\b(?! (?:was seen )?broken)/,
    is: 'By your price rules, Price rules, No price rule',
    stays: [
      ['contract/report.ts', 'the rules of the interface'],
      ['electron/backend/export/file-worth.ts', 'a head of files'],
      ['shared/figures/invoice.ts', 'heads of files'],
    ],
  },
  { was: /Nothing is netted/, is: 'No total: 5,166 events have no price rule' },
  {
    was: /Counts with the other sign|^Takes off|Grants a balance/,
    is: 'Sign reversed, Always taken off, Adds prepaid balance',
  },
  { was: /"Two periods"|^Two periods$/, is: 'Compare within this period' },
  {
    was: /^Here$|^There$|^Neither$|Only (?:here|there)\b/,
    is: 'the names of the two, Other',
    stays: [
      ['shared/figures/events.ts', 'values of data-outcome'],
      ['docs/test-authors.md', 'values of data-outcome'],
      ['electron/backend/export/excel-totals.ts', 'a head of a file: neither credit nor debit'],
    ],
  },
  {
    was: /\bin doubt\b/i,
    is: 'possibly charged twice',
    stays: [['shared/figures/invoice.ts', 'a head of files']],
  },
  // "Charges only" alone is the name of a cause.
  {
    was: /UTC’s month|included forgotten|charges only, or|not explained/,
    is: 'Possible cause: …, No known cause',
  },
  { was: /not from events|^Not in events$/i, is: 'Fee, discount or tax' },
  { was: /only in the (?:snapshot|file)\b/i, is: 'Not in the file, No such event' },
  { was: /Read the edges|Reading the edges/, is: 'Load the hours before and after' },
  { was: /The equation/, is: 'How the difference adds up' },
  { was: /that no line names/, is: 'of customers not in this file' },
  { was: /Heads in line|Decimal sign as the file says/, is: 'Header row, Decimal sign: automatic' },
  { was: /Came again in another answer/, is: 'Received twice while reading, counted once' },
  { was: /^Claim$|Left out, and why/, is: 'What the customer wrote, Not part of this letter, and why' },
  { was: /Same as displayed/, is: 'Zone on screen (UTC)' },
  { was: /is not UTF-8\. Read as/, is: 'Opened as Windows-1252. Change' },
  { was: /Matching is exact/, is: 'Exact match only; exact value' },
  { was: /Kept for this run only/, is: 'Kept until Eventscope closes (no keychain)' },
  { was: /Copy those not found|^What follows$/, is: 'Copy IDs not found, Result' },
]

/** By a word of Help, words for the same that are not on the screen; and where such a word means something else. */
const OTHER_WORDS: Record<string, { not: RegExp; elsewhere?: readonly [file: string, why: string][] }> = {
  Event: { not: /\brecords?\b/i, elsewhere: [['renderer/app/help/help-dialog.tsx', 'says what an event is']] },
  'Event code': {
    not: /\bmetrics?\b/i,
    elsewhere: [['electron/backend/check/propose-columns.ts', 'what files of others call it']],
  },
  Connection: { not: /\bservers?\b/i, elsewhere: [['electron/browser/browser-server.ts', 'a fault of the program']] },
  'API key': {
    not: /\b(?:access )?tokens?\b/i,
    elsewhere: [
      ['electron/backend/connections/connection-access.ts', 'a fault of the program'],
      ['shared/worth/sample-company-files.ts', 'an item of the invoice'],
    ],
  },
  Keychain: { not: /\bkeyrings?\b(?<!gnome-keyring)/i },
  'Search, filter': { not: /\bquer(?:y|ies)\b|\bhits?\b/i },
  Snapshot: { not: /\bdumps?\b|\bcaptures?\b|\b(?:take|taking) (?:a |the |this )?snapshots? / },
  'Closing copy': { not: /\bclosed snapshots?\b/i },
  Customer: {
    not: /\b(?:clients?|tenants?)\b/i,
    elsewhere: [
      ['electron/backend/check/propose-columns.ts', 'what files of others call it'],
      ['electron/backend/check/propose-names.ts', 'what files of others call it'],
      ['shared/failure/failure-words.ts', 'a program that reads'],
    ],
  },
}

/** What a file says of itself; code calls a report a case, and outcomes and parts of a check by value. */
const headOf = (file: string) =>
  (/^(?:\/\/.*\n)*/.exec(readFileSync(join(root, file), 'utf8'))?.[0] ?? '')
    .replaceAll(/\s*\n?\/\/ ?/g, ' ')
    .replaceAll(/\b(?:case|equation|only in the file)\b/g, '…')

/** A document's paragraphs and rows, without the promised names of earlier versions. */
const paragraphsOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\| version 3 \| version 4 \|[\s\S]*?\n\n/, '')
    .replace(/^Changes from version [12] [\s\S]*?\n\n/gm, '')
    .split(/\n(?=\n|\|)/)
    .map((text) => text.trim().replace(/\s+/g, ' '))

const docs = globSync(['docs/*.md', 'README.md'], { cwd: root })

/** Of the window, and what backend and commands tell it; the service and its contract have words of their own. */
const shown = sources
  .filter((file) => !/^(?:service|contract)\//.test(file))
  .flatMap((file) => textsOf(file).map((text) => [file, text] as const))

/** On the screen and in its sentences: not a name in code, an option, or what a person types to find a command. */
const isSaid = (text: string) => /^[“(…]?[A-Z]/.test(text) || (/[a-z] [a-z]/.test(text) && /[.:,;]/.test(text))

test('what Help has a word for is called by no other word on the screen', () => {
  const said = shown.flatMap(([file, text]) =>
    Object.entries(OTHER_WORDS)
      .filter(
        ([, { not, elsewhere = [] }]) => isSaid(text) && not.test(text) && !elsewhere.some(([where]) => where === file),
      )
      .map(([word, { not }]) => `${file}: “${not.exec(text)?.[0]}” (${word}): ${text.slice(0, 120)}`),
  )
  expect(said).toEqual([])
})

test('each word of Help is used on the screen and in the docs', () => {
  const uses = (texts: readonly string[], word: string) =>
    texts.some((text) => text.toLowerCase().includes(word.toLowerCase()))
  const onScreen = shown.filter(([file]) => file !== 'renderer/app/help/help-dialog.tsx').map(([, text]) => text)
  const inDocs = docs.flatMap(paragraphsOf)
  const help = readFileSync(join(root, 'renderer/app/help/help-dialog.tsx'), 'utf8')
  const terms = [...help.slice(help.indexOf('const WORDS')).matchAll(/\[\s*'([^']+)',\s*'/g)]
  expect(terms.length).toBeGreaterThan(20)
  const unused = terms
    .flatMap(([, words = '']) => words.split(', '))
    .filter((word) => !uses(onScreen, word) || !uses(inDocs, word))
  expect(unused).toEqual([])
})

test('no source and no document says what gave way to a better word', () => {
  const said = [
    ...sources.flatMap((file) => [headOf(file), ...textsOf(file)].map((text) => [file, text] as const)),
    ...docs.flatMap((file) => paragraphsOf(file).map((text) => [file, text] as const)),
  ].flatMap(([file, text]) =>
    RETIRED.filter(({ was, stays = [] }) => was.test(text) && !stays.some(([where]) => where === file)).map(
      ({ was, is }) => `${file}: “${was.exec(text)?.[0]}” (${is}): ${text.slice(0, 120)}`,
    ),
  )
  expect(said).toEqual([])
})
