// The five pieces of evidence of a verdict: what each is, whether it holds, and what was seen.
import { IconCheck, IconX } from '@tabler/icons-react'
import { EVIDENCE_NAMES, type Ground } from '../../../shared/snapshot/snapshot.ts'
import styles from './evidence-list.module.css'

export function EvidenceList({ grounds }: { grounds: readonly Ground[] }) {
  return (
    <ul className={styles.list} aria-label="Evidence">
      {grounds.map(({ letter, holds, words }) => {
        const Icon = holds ? IconCheck : IconX
        return (
          <li key={letter} className={styles.ground} data-ground={letter} data-holds={holds}>
            <span className={styles.name}>
              {letter}. {EVIDENCE_NAMES[letter]}
            </span>
            <span className={styles.mark}>
              <Icon size={14} stroke={2.2} aria-hidden />
              {holds ? 'Holds' : 'Does not hold'}
            </span>
            <span className={styles.words}>{words}</span>
          </li>
        )
      })}
    </ul>
  )
}
