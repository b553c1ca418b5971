// The acts of `npm run same`, by subject.
import type { Stage } from '../stage.ts'
import { playAnswers } from './play-answers.ts'
import { playChecks } from './play-checks-by-command.ts'
import { playCommands } from './play-commands.ts'
import { playExports } from './play-exports.ts'
import { playLive } from './play-live.ts'
import { playOldData } from './play-old-data.ts'
import { playPictures } from './play-pictures.ts'
import { playTotals } from './play-totals.ts'

export const SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = {
  answers: (stage) => playAnswers(stage, 0),
  'answers-2': (stage) => playAnswers(stage, 1),
  'answers-3': (stage) => playAnswers(stage, 2),
  'answers-4': (stage) => playAnswers(stage, 3),
  commands: playCommands,
  exports: playExports,
  'checks-by-command': playChecks,
  live: playLive,
  'old-data': playOldData,
  pictures: playPictures,
  totals: playTotals,
}

/** Played by `--long` alone. */
export const LONG_SUBJECTS: Record<string, (stage: Stage) => Promise<void>> = {}
