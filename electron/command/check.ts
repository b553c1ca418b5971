// npm run check: holds a file of somebody else's against every match, line by line, without a window.
import { checkCommand } from './check-command.ts'
import { runCommand } from './command-process.ts'

await runCommand('check', checkCommand)
