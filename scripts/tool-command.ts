// Starts npm-installed tools by their scripts, without a shell: Windows' shell splits paths at spaces.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))

export const TOOLS: Record<string, string> = {
  biome: join(modules, '@biomejs/biome/bin/biome'),
  knip: join(modules, 'knip/bin/knip.js'),
  playwright: join(modules, '@playwright/test/cli.js'),
  tsc: join(modules, 'typescript/bin/tsc'),
  vitest: join(modules, 'vitest/vitest.mjs'),
}

/** `command` for spawn: `node` becomes this Node, a known tool its script; anything else stays. */
export function toolCommand(command: readonly string[]): { program: string; args: string[] } {
  const [name = '', ...args] = command
  if (name === 'node') return { program: process.execPath, args }
  const script = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  return script === undefined ? { program: name, args } : { program: process.execPath, args: [script, ...args] }
}
