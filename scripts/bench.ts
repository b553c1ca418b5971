// `npm run bench [-- NAME]`: runs every bench in turn, or one by its name.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const benches = globSync('bench/*.ts', { cwd: root }).sort()
const [name, ...args] = process.argv.slice(2)
const chosen = name === undefined ? benches : benches.filter((file) => basename(file, '.ts') === name)
if (chosen.length === 0) {
  console.error(`There is no bench "${name}". There are: ${benches.map((file) => basename(file, '.ts')).join(', ')}`)
  process.exit(2)
}
for (const file of chosen) {
  console.log(`\n${basename(file, '.ts')}`)
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
