// The acts of `npm run same`, by subject.
import type { Stage } from '../stage.ts'
import { playAnswers } from './play-answers.ts'
import { playCommands } from './play-commands.ts'
import { playLive } from './play-live.ts'
import { playTotals } from './play-totals.ts'

export const SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = {
  answers: playAnswers,
  commands: playCommands,
  live: playLive,
  totals: playTotals,
}
