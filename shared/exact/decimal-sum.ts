// A sum of decimals to which a million more are added: by scale, so that adding shifts no digits.
import { type Decimal, plus, ZERO } from './decimal.ts'

export interface DecimalSum {
  add(value: Decimal): void
  /** With as many places as its most exact number has. */
  total(): Decimal
}

/** 0 at first. `total` may be asked for at any time, and adds up one number for each scale that came. */
export function createDecimalSum(): DecimalSum {
  const byScale = new Map<number, { digits: bigint }>()
  let last: { digits: bigint } | undefined
  let lastScale = 0

  return {
    add({ digits, scale }) {
      if (last === undefined || scale !== lastScale) {
        last = byScale.get(scale)
        if (last === undefined) {
          last = { digits: 0n }
          byScale.set(scale, last)
        }
        lastScale = scale
      }
      last.digits += digits
    },
    total() {
      let total = ZERO
      for (const [scale, { digits }] of byScale) total = plus(total, { digits, scale })
      return total
    },
  }
}
