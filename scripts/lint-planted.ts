// Runs Biome with the repository's rules over planted files, so that tests can prove that a rule is enforced.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const RULES = ['biome.json', 'scripts/no-inline-spread.grit']

interface Complaint {
  category: string
  location: { path: string; start: { line: number } }
}

/** Biome's complaints about `files`, source texts by path. */
export function lintPlanted(files: ReadonlyMap<string, string>): Complaint[] {
  const house = mkdtempSync(join(tmpdir(), 'eventscope-rules-'))
  try {
    for (const rules of RULES) {
      mkdirSync(dirname(join(house, rules)), { recursive: true })
      copyFileSync(join(root, rules), join(house, rules))
    }
    for (const [file, text] of files) {
      mkdirSync(dirname(join(house, file)), { recursive: true })
      writeFileSync(join(house, file), text)
    }
    const { summary, diagnostics } = lint(house)
    if (summary.unchanged < files.size) throw new Error('Biome did not look at every file')
    return diagnostics
  } finally {
    rmSync(house, { recursive: true, force: true })
  }
}

function lint(folder: string): { summary: { unchanged: number }; diagnostics: Complaint[] } {
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/biome'), args, { cwd: folder, encoding: 'utf8' })
  return JSON.parse(stdout.split('\n')[0] ?? '')
}
