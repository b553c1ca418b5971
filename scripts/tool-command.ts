// How one of our tools is started: by its script, without a shell. A shell of Windows takes a path with a space apart.
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

/** `command` as spawn takes it: `node` is the Node that runs this, a tool of ours its script, anything else is left as it is. */
export function toolCommand(command: readonly string[]): { program: string; args: string[] } {
  const [name = '', ...args] = command
  if (name === 'node') return { program: process.execPath, args }
  const script = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined
  return script === undefined ? { program: name, args } : { program: process.execPath, args: [script, ...args] }
}
