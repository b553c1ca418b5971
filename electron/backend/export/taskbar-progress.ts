// How far all files together are that are being written, for the one bar that a system shows of a program.
import type { ExportProgress } from '../../../shared/export/file-export.ts'

export interface TaskbarProgress {
  show(id: string, progress: ExportProgress): void
  end(id: string): void
}

/** @param show told the mean share, from 0 to 1; null once nothing is written any more */
export function createTaskbarProgress(show: (share: number | null) => void): TaskbarProgress {
  const shares = new Map<string, number>()
  const tell = () => {
    const sum = shares.values().reduce((total, share) => total + share, 0)
    show(shares.size === 0 ? null : sum / shares.size)
  }
  return {
    show(id, { rows, of }) {
      shares.set(id, of === null || of === 0 ? 0 : Math.min(1, rows / of))
      tell()
    },
    end(id) {
      if (shares.delete(id)) tell()
    },
  }
}
