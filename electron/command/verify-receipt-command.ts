// npm run verify-receipt FILE [RECEIPT], or eventscope verify FILE [RECEIPT]: exit 0 when file and receipt agree, 1
// when they do not, 2 when the command is not understood. File and receipt may be a stranger's: each sentence about
// them is one line of characters that can be seen.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { NOT_PROVED } from '../../shared/export/verification-outcome.ts'
import { cacheKey } from '../backend/cache/open-cache.ts'
import { createKeptReceipts } from '../backend/export/kept-receipts.ts'
import type { FileMark } from '../backend/export/receipt.ts'
import { verifyReceipt } from '../backend/export/verify-receipt.ts'
import { variableKey } from '../backend/keychain/keychain.ts'
import { openKeychain } from '../backend/keychain/os-keychain.ts'
import { calledAs, startedIn, takeVariables, userDataFolder } from '../platform/process-facts.ts'
import { visibleLine } from '../platform/visible-text.ts'

const [path, receipt, ...more] = process.argv.slice(2)
if (path === undefined || more.length > 0 || [path, receipt].some((one) => one?.startsWith('--'))) {
  console.error(`Usage: ${calledAs(process.argv0, 'npm run verify-receipt')} FILE [RECEIPT]`)
  console.error(`FILE is an exported file, or its receipt. Without RECEIPT it is looked for beside FILE, by name and by hash,
and among those that are kept with the exports of this computer. FILE may be a folder of days.`)
  process.exitCode = path === '--help' ? 0 : 2
} else {
  const from = startedIn(process.env, 'verify-receipt', process.cwd())
  const verification = await verifyReceipt(resolve(from, path), {
    receipt: receipt && resolve(from, receipt),
    findKept,
  })
  if (verification.ok) {
    console.log('The file agrees with its receipt:')
    for (const line of verification.agrees) console.log(`  ${visibleLine(line)}`)
    const { calledThen } = verification
    if (calledThen !== undefined) console.log(`  its receipt calls it ${visibleLine(calledThen)}`)
    console.log(NOT_PROVED)
    for (const line of verification.unchecked) console.log(`  ${visibleLine(line)}`)
  } else {
    console.error(`Refused. ${visibleLine(verification.reason)}`)
    process.exitCode = 1
  }
}

/** The keychain is asked only where a receipt of this size may be kept. */
async function findKept(mark: FileMark): Promise<string | null> {
  const folder = userDataFolder(process.platform, process.env, homedir())
  const given = variableKey({ variable: takeVariables(process.env).storeKey })
  const key = async () => given ?? cacheKey(await openKeychain(), join(folder, 'cache.db'))
  const kept = createKeptReceipts({ folder, key, notice: (text) => console.error(visibleLine(text)) })
  return kept.find(mark)
}
