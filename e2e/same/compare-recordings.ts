// What two recordings of a subject differ in: of texts each line, of archives each member, of Parquet each row, of the
// rest that their bytes do.
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { fromBufferPromise } from 'yauzl'
import { LEFT } from './stage.ts'

/** At most so many lines of one text are told, and so much of each around what differs; the rest is counted. */
const LINES_TOLD = 20
const LETTERS_TOLD = 240

/** @returns differences, each with where it is and both sides; none where the recordings are the same */
export async function compareRecordings(before: string, after: string, subject: string): Promise<string[]> {
  const [old, young] = [told(before), told(after)]
  const found: string[] = []
  for (const name of [...new Set([...old.keys(), ...young.keys()])].sort()) {
    const [was, is] = [old.get(name), young.get(name)]
    if (is === undefined) found.push(`${subject}/${was}: is no longer there`)
    else if (was === undefined) found.push(`${subject}/${is}: was not there`)
    else found.push(...(await filesThatDiffer(`${subject}/${is}`, join(before, was), join(after, is))))
  }
  return found
}

/** What was written down, by its name without its number: an addition leaves all that comes after it as it was. */
function told(folder: string): Map<string, string> {
  const times = new Map<string, number>()
  return new Map(
    filesIn(folder)
      .sort()
      .map((file) => {
        const name = file.replace(/^\d{4} /, '')
        times.set(name, (times.get(name) ?? 0) + 1)
        return [`${name} ${times.get(name)}`, file]
      }),
  )
}

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder }).filter((name) => !name.startsWith(LEFT) && statSync(join(folder, name)).isFile())

async function filesThatDiffer(where: string, was: string, is: string): Promise<string[]> {
  const [old, young] = [readFileSync(was), readFileSync(is)]
  if (old.equals(young)) return []
  const bytesDiffer = `${where}: ${old.length} and ${young.length} bytes, which differ (${was}, ${is})`
  const [before, after] = [await membersOf(where, old), await membersOf(where, young)]
  const found = [...new Set([...before.keys(), ...after.keys()])].flatMap((member) => {
    const at = member === '' ? where : `${where} › ${member}`
    const [one, other] = [before.get(member), after.get(member)]
    if (other === undefined) return [`${at}: is no longer there`]
    if (one === undefined) return [`${at}: was not there`]
    if (one.equals(other)) return []
    return isText(one) && isText(other)
      ? linesThatDiffer(at, one, other)
      : [`${at}: ${one.length} and ${other.length} bytes, which differ (${was}, ${is})`]
  })
  // What is in them is the same, and yet they are not.
  return found.length > 0 ? found : [bytesDiffer]
}

/** What is in a file: members by their names, rows as lines; any other file is one without a name. */
async function membersOf(name: string, bytes: Buffer): Promise<Map<string, Buffer>> {
  if (/\.(zip|xlsx)$/.test(name)) {
    const archive = await fromBufferPromise(bytes, { lazyEntries: true })
    const members = new Map<string, Buffer>()
    for await (const entry of archive.eachEntry()) {
      const content = await buffer(await archive.openReadStreamPromise(entry))
      // An element a line.
      const isXml = /\.(xml|rels)$/.test(entry.fileName)
      members.set(entry.fileName, isXml ? Buffer.from(content.toString().replaceAll('><', '>\n<')) : content)
    }
    return members
  }
  if (name.endsWith('.gz')) return new Map([['', gunzipSync(bytes)]])
  if (name.endsWith('.parquet')) {
    const { buffer: file } = Uint8Array.from(bytes)
    const rows = await parquetReadObjects({ file })
    return new Map([
      ['rows', Buffer.from(rows.map((row) => plain(row)).join('\n'))],
      ['head', Buffer.from(plain(parquetMetadata(file), 1))],
    ])
  }
  return new Map([['', bytes]])
}

function plain(value: unknown, indent = 0): string {
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each), indent)
}

function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !bytes.includes(0)
  } catch {
    return false
  }
}

/** By git's own comparison: `where:LINE`, then what was and what is. */
function linesThatDiffer(where: string, was: Buffer, is: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'same-'))
  try {
    writeFileSync(join(folder, 'was'), was)
    writeFileSync(join(folder, 'is'), is)
    return changesIn(
      outputOf('git', ['diff', '--no-index', '--no-color', '--text', '--unified=0', 'was', 'is'], folder),
      where,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function changesIn(diff: string, where: string): string[] {
  const found: string[] = []
  for (const hunk of diff.split(/^@@ -\d+(?:,\d+)? \+/m).slice(1)) {
    const [head = '', ...lines] = hunk.split('\n')
    const from = Number.parseInt(head, 10)
    const [gone, come] = ['-', '+'].map((sign) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
    )
    for (let at = 0; at < Math.max(gone?.length ?? 0, come?.length ?? 0); at++) {
      const [one, other] = [gone?.[at], come?.[at]]
      const since = Math.max(0, firstDifference(one ?? '', other ?? '') - LETTERS_TOLD / 4)
      const told = (line: string | undefined) =>
        line === undefined ? 'nothing' : `${since > 0 ? '…' : ''}${line.slice(since, since + LETTERS_TOLD)}`
      found.push(`${where}:${from + at}\n  was ${told(one)}\n  is  ${told(other)}`)
    }
  }
  const rest = found.length - LINES_TOLD
  return rest > 0 ? [...found.slice(0, LINES_TOLD), `${where}: ${rest} lines more`] : found
}

function firstDifference(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}

/** git exits with 1 where there are differences, which is what it is asked for. */
function outputOf(program: string, args: string[], cwd: string): string {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string }
    if (status === 1 && stdout !== undefined) return stdout
    throw error
  }
}
