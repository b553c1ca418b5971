import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TOOLS, toolCommand } from './tool-command.ts'

test.each(Object.entries(TOOLS))('%s is where it is looked for', (_, script) => {
  expect(existsSync(script)).toBe(true)
})

test('a tool is run by this Node, node is this Node, anything else is itself', () => {
  expect(toolCommand(['tsc', '-p', 'a b'])).toEqual({ program: process.execPath, args: [TOOLS.tsc, '-p', 'a b'] })
  expect(toolCommand(['node', 'x.ts'])).toEqual({ program: process.execPath, args: ['x.ts'] })
  expect(toolCommand(['constructor', '1'])).toEqual({ program: 'constructor', args: ['1'] })
})
