import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const check = fileURLToPath(new URL('./check-node.cjs', import.meta.url))

function runOn(version: string) {
  const script = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } }); require(${JSON.stringify(check)})`
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  return { status, lines: stderr.trimEnd().split('\n') }
}

test.each(['24.5.0', '24.21.0', '25.0.0', '26.10.0'])('Node %s is enough', (version) => {
  expect(runOn(version)).toEqual({ status: 0, lines: [''] })
})

test.each(['18.20.0', '20.20.2', '22.23.2', '24.0.0', '24.4.1'])(
  'Node %s is told in one line what is needed',
  (version) => {
    expect(runOn(version)).toEqual({
      status: 1,
      lines: [expect.stringContaining(`Node 24.5 or later to run (this is ${version})`)],
    })
  },
)
