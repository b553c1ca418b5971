// What is wrong, a sentence each.
import styles from './sentences.module.css'

export function Sentences({ all }: { all: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {all.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
