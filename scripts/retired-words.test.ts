// One word stands for one thing in the window, the commands, the files and the docs: words that gave way to better ones
// stay away. Keys, values, options and columns of files are other than words, and keep theirs.
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What was said once, and what is said now. */
const RETIRED: readonly [was: RegExp, is: string][] = [
  [/Take snapshot/, 'Load all 9,128'],
  [/Find others/, 'Similar events'],
  [/\b(?:Add to case|New case|Cases)\b|\ba case\b(?! that| of letters)|^Case$/, 'Add to report, New report, Reports'],
  [/\bSums of these rows|^Sums$/, 'Totals of this page'],
  [/\bRecheck|Ask a sample again|Read again and compare/, 'Check for changes…'],
  [/^Extend$|“Extend”|Mark as closed|Changed since closing/, 'Extend the period…, Keep as closing copy'],
  [/^Reduces$|^Net$|“Reduces”|“Net”/, 'Taken off, Total'],
  [/Not valued: part of a line/, 'Billed by the month, not per event'],
  [/\b(?:unit|currency) not known\b/i, 'Unit not set, Currency not set'],
  [/Nothing is netted/, 'No total: 5,166 events have no price rule'],
  [/Counts with the other sign|^Takes off|Grants a balance/, 'Sign reversed, Always taken off, Adds prepaid balance'],
  [/^Here$|^There$/, 'the names of the two'],
  [/UTC’s month|included forgotten/, 'Possible cause: …, No known cause'],
  [/not from events/i, 'Fee, discount or tax'],
  [/only in the (?:snapshot|file)\b/i, 'Not in the file, No such event'],
  [/Read the edges/, 'Load the hours before and after'],
  [/The equation/, 'How the difference adds up'],
  [/that no line names/, 'of customers not in this file'],
  [/Heads in line|Decimal sign as the file says/, 'Header row, Decimal sign: automatic'],
  [/Came again in another answer/, 'Received twice while reading, counted once'],
  [/^Claim$|Left out, and why/, 'What the customer wrote, Not part of this letter, and why'],
  [/Same as displayed/, 'Zone on screen (UTC)'],
  [/Matching is exact/, 'Exact match only; exact value'],
  [/Kept for this run only/, 'Kept until Eventscope closes (no keychain)'],
  [/Copy those not found|^What follows$/, 'Copy IDs not found, Result'],
]

/** The texts of a source that somebody may read: strings, parts of templates, what stands between tags. */
function textsOf(file: string): string[] {
  const texts: string[] = []
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && texts.push(node.value),
    TemplateElement: (node) => texts.push(node.value.cooked ?? ''),
    JSXText: (node) => texts.push(node.value.trim().replace(/\s+/g, ' ')),
  }).visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
  return texts
}

const sources = globSync('{shared,electron,renderer,service,contract,bin}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /\.(?:test|spec)\.|^fixtures$/.test(name),
}).map((file) => file.split(sep).join('/'))

/** A document's paragraphs and rows, without the promised names of earlier versions. */
const paragraphsOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replace(/\| version 3 \| version 4 \|[\s\S]*?\n\n/, '')
    .replace(/^Changes from version [12] [\s\S]*?\n\n/gm, '')
    .split(/\n(?=\n|\|)/)
    .map((text) => text.trim().replace(/\s+/g, ' '))

const docs = globSync(['docs/*.md', 'README.md'], { cwd: root })

test('no source and no document says what gave way to a better word', () => {
  const said = [
    ...sources.flatMap((file) => textsOf(file).map((text) => [file, text] as const)),
    ...docs.flatMap((file) => paragraphsOf(file).map((text) => [file, text] as const)),
  ].flatMap(([file, text]) =>
    RETIRED.filter(([was]) => was.test(text)).map(
      ([was, is]) => `${file}: “${was.exec(text)?.[0]}” (${is}): ${text.slice(0, 120)}`,
    ),
  )
  expect(said).toEqual([])
})
