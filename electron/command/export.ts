// command/ is what runs on a terminal, without a window.
// npm run export: the composition root without a window. Reads every match and writes it to a file with its receipt.
import { runCommand } from './command-process.ts'
import { exportCommand } from './export-command.ts'

await runCommand('export', exportCommand)
