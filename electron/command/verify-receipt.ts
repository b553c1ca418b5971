// npm run verify-receipt FILE: exit 0 when file and receipt agree, 1 when they do not, 2 when the command is not understood.
// File and receipt may be a stranger's: each sentence about them is one line of characters that can be seen.
import { resolve } from 'node:path'
import { verifyReceipt } from '../backend/export/verify-receipt.ts'
import { startedIn } from './started-in.ts'
import { visibleLine } from './visible-text.ts'

const [path, ...more] = process.argv.slice(2)
if (path === undefined || more.length > 0 || path.startsWith('--')) {
  console.error('Usage: npm run verify-receipt FILE, where FILE is an exported file with its receipt beside it.')
  process.exitCode = 2
} else {
  const verification = await verifyReceipt(resolve(startedIn(process.env, 'verify-receipt', process.cwd()), path))
  if (verification.ok) {
    console.log('The file agrees with its receipt:')
    for (const line of verification.agrees) console.log(`  ${visibleLine(line)}`)
    console.log('This does not prove:')
    for (const line of verification.unchecked) console.log(`  ${visibleLine(line)}`)
  } else {
    console.error(`Refused. ${visibleLine(verification.reason)}`)
    process.exitCode = 1
  }
}
