import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LINK_SCHEME, linkArgument } from './link-argument.ts'

const link = 'eventscope://open?connection=Acme'

test('the one link is taken, whatever stands beside it', () => {
  expect(linkArgument(['/opt/eventscope', '--flag', link, '/home/x'])).toBe(link)
  expect(linkArgument(['/opt/eventscope', '.'])).toBeNull()
  expect(linkArgument(['/opt/eventscope', `--x=${link}`])).toBeNull()
  expect(linkArgument(['/opt/eventscope', link, link])).toBeNull()
})

test('the scheme is the one that the packages register', async () => {
  const packages = await readFile(join(import.meta.dirname, '../../electron-builder.yml'), 'utf8')
  expect(packages).toContain(`schemes: [${LINK_SCHEME.slice(0, -1)}]`)
})
