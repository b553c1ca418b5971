// Whether what is made now is still there in the next run: said where it is made, not only in Settings.
import { useEffect, useState } from 'react'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import { bridge } from '../bridge.ts'
import common from './common.module.css'
import { notifyFailure } from './notify-failure.ts'

/**
 * "Kept for this run only: no keychain answers.", which Settings explains; null where it is kept longer, and until that is
 * known.
 */
export function useThisRunOnly(): string | null {
  const [words, setWords] = useState<string | null>(null)
  useEffect(() => {
    let isThere = true
    bridge.shell.info().then((shell) => isThere && setWords(thisRunOnlyWords(shell)), notifyFailure)
    return () => {
      isThere = false
    }
  }, [])
  return words
}

function thisRunOnlyWords({ thisRunOnly: why, keychain }: Pick<ShellInfo, 'thisRunOnly' | 'keychain'>): string | null {
  if (why === null) return null
  return `Kept for this run only: ${!keychain.available && why === keychain.why ? 'no keychain answers.' : why}`
}

export function ThisRunOnly() {
  const words = useThisRunOnly()
  return words === null ? null : <p className={common.hint}>{words}</p>
}
