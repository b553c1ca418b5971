// A sentence has one owner, so that it is said in one way and is put right in one place: no text of four words or more
// stands in two files of one program. The window with its commands, the reference service and its contract are three,
// and share no code.
import { expect, test } from 'vitest'
import { sources, textsOf } from './source-texts.ts'

/** Where texts stand that others own, with the reason. */
const REPEATS: Record<string, string> = {
  'renderer/app/help/help-dialog.tsx': 'explains words by the names that they have on the screen',
  'shared/case/german-tables.ts': 'looks up what reports keep, also those that earlier versions wrote',
}

const MOST_WORDS = 3

/** Of all that ships, what people read: no statement of SQL. */
const isSaid = (text: string) => text.split(' ').filter((word) => /\p{L}/u.test(word)).length > MOST_WORDS

const onOneLine = (text: string) => text.trim().replace(/\s+/g, ' ')

const isStatement = (text: string) => /^(?:SELECT|INSERT|DELETE|UPDATE|CREATE|PRAGMA|BEGIN)\b/.test(text)

/** By program, and within it by text: the files that say it. */
function saidIn(files: readonly string[], read = textsOf): Map<string, Set<string>> {
  const said = new Map<string, Set<string>>()
  for (const file of files.filter((one) => !Object.hasOwn(REPEATS, one))) {
    for (const text of read(file).map(onOneLine)) {
      if (!isSaid(text) || isStatement(text)) continue
      said.set(text, (said.get(text) ?? new Set()).add(file))
    }
  }
  return said
}

const PROGRAMS = [/^(?:shared|electron|renderer|bin)\//, /^service\//, /^contract\//]

const saidTwice = (said: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...said].filter(([, files]) => files.size > 1).map(([text, files]) => `“${text}”: ${[...files].join(', ')}`)

test('no sentence of four words or more stands in two files', () => {
  const twice = PROGRAMS.flatMap((program) => saidTwice(saidIn(sources.filter((file) => program.test(file)))))
  expect(twice).toEqual([])
})

test('a sentence is found in a string, a template and between tags, and a statement is none', () => {
  const written: Record<string, string> = {
    'one.ts': "const a = 'There are none yet.'; const b = `No` + `has this ID at all`; const c = 'three words only'",
    'two.tsx': 'const d = <p>There are\n  none yet.</p>; const e = `SELECT count(*) AS total FROM event`',
    'three.ts':
      "const f = 'SELECT count(*) AS total FROM event'; const g = 'has this ID at all'; const h = 'three words only'",
  }
  const said = saidIn(Object.keys(written), (file) => textsOf(file, written[file]))
  expect(saidTwice(said)).toEqual(['“There are none yet.”: one.ts, two.tsx', '“has this ID at all”: one.ts, three.ts'])
})
