// How far something is, as the browser's own element, drawn in the colours of the page.
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  /** Null: not known yet. */
  done: number | null
  of: number
  /** Drawn as if nothing were done, because nothing is under way. */
  isIdle?: boolean
  className?: string | undefined
}

/** `className` is for its place and size. */
export function ProgressBar({ label, done, of, isIdle = false, className = '' }: ProgressBarProps) {
  return (
    <progress
      className={`${styles.bar} ${className}`}
      aria-label={label}
      max={of}
      {...(done === null ? {} : { value: done })}
      data-idle={isIdle || undefined}
    />
  )
}
