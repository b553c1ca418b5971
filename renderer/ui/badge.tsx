// A word or a number in a box of its own, beside what it is of: a verdict, a closing copy, how many were found.
import type { ComponentPropsWithoutRef } from 'react'
import styles from './badge.module.css'

interface BadgeProps extends ComponentPropsWithoutRef<'span'> {
  /** It says this of it: `plain` is a fact; where it is left out, nothing is known yet. */
  tone?: 'plain' | 'good' | 'warning' | 'danger' | undefined
  /** A number alone, as small as it can be. */
  isCount?: boolean
  /** What does not fit goes on below: cut, it would not say all that it says. */
  wraps?: boolean
}

export function Badge({ tone, isCount = false, wraps = false, className = '', ...rest }: BadgeProps) {
  const look = `${styles.badge} ${isCount ? styles.count : ''} ${wraps ? styles.wraps : ''} ${className}`
  return <span {...rest} className={look} data-tone={tone} />
}
