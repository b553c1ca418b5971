// What two recordings of a subject differ in: of texts each line, of files which, of archives which members.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** At most so many lines of one text are told; the rest is counted. */
const LINES_TOLD = 20

/** @returns sentences or lines, each with where it is and both sides; none where they are the same */
export function compareRecordings(before: string, after: string, subject: string): string[] {
  const names = [...new Set([before, after].flatMap(filesIn))].sort()
  return names.flatMap((name) => {
    const where = `${subject}/${name}`
    const [was, is] = [join(before, name), join(after, name)]
    if (!existsSync(is)) return [`${where}: is no longer there`]
    if (!existsSync(was)) return [`${where}: was not there`]
    const [old, young] = [readFileSync(was), readFileSync(is)]
    if (old.equals(young)) return []
    return isText(old) && isText(young) ? linesThatDiffer(where, was, is) : [`${where}: ${old.length} and ${young.length} bytes, which differ (${was}, ${is})`]
  })
}

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile())

function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !bytes.includes(0)
  } catch {
    return false
  }
}

/** By git's own comparison: `where:LINE`, then what was and what is. */
function linesThatDiffer(where: string, was: string, is: string): string[] {
  const args = ['diff', '--no-index', '--no-color', '--unified=0', '--', was, is]
  const lines = outputOf('git', args).split('\n')
  const told: string[] = []
  let line = 0
  for (const text of lines.slice(lines.findIndex((each) => each.startsWith('@@')))) {
    const at = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(text)
    if (at !== null) line = Number(at[1])
    else if (text.startsWith('-') || text.startsWith('+')) told.push(`${where}:${line} ${text}`)
  }
  const rest = told.length - LINES_TOLD
  return rest > 0 ? [...told.slice(0, LINES_TOLD), `${where}: ${rest} lines more`] : told
}

/** git exits with 1 where there are differences, which is what it is asked for. */
function outputOf(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  } catch (error) {
    const { status, stdout } = error as { status?: number; stdout?: string }
    if (status === 1 && stdout !== undefined) return stdout
    throw error
  }
}
