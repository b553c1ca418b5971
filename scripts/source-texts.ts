// The texts of sources that somebody may read, as tests of words go through them.
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** All that ships, from the top of the repository. */
export const sources = globSync('{shared,electron,renderer,service,contract,bin}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /\.(?:test|spec)\.|^fixtures$/.test(name),
}).map((file) => file.split(sep).join('/'))

/** Strings, parts of templates, and what stands between tags, which is drawn on one line. */
export function textsOf(file: string, source = readFileSync(join(root, file), 'utf8')): string[] {
  const texts: string[] = []
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && texts.push(node.value),
    TemplateElement: (node) => texts.push(node.value.cooked ?? ''),
    JSXText: (node) => texts.push(node.value.trim().replace(/\s+/g, ' ')),
  }).visit(parseSync(file, source).program)
  return texts
}
