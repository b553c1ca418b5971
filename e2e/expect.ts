// Playwright's `expect`, without its picture of the page at each look. A matcher whose element is not there writes down
// the whole page as a screen reader has it, look after look: 35 ms of a core with 50 rows. Waiting for an element takes
// 3 ms.
import { type ExpectMatcherState, type Locator, expect as whole } from '@playwright/test'

type Matcher =
  | 'toBeVisible'
  | 'toBeHidden'
  | 'toBeFocused'
  | 'toContainText'
  | 'toHaveAttribute'
  | 'toHaveText'
  | 'toHaveValue'
type State = 'attached' | 'visible' | 'hidden'

/** The matcher once its element is in that state, or its time is over: then it says itself what is wrong. */
function onceIn(name: Matcher, state: State, stateOfNot: State = state) {
  return async function (this: ExpectMatcherState, locator: Locator, ...given: unknown[]) {
    const options = given.findLast(isOptions)
    const timeout = options?.timeout ?? this.timeout
    const until = performance.now() + timeout
    const wanted = this.isNot ? stateOfNot : state
    // A list may be of no elements.
    const isThere = !given.some(Array.isArray) && (await arrives(locator, wanted, timeout))
    const passed = { name, pass: !this.isNot, message: () => '' }
    if (isThere && wanted !== 'attached') return passed
    const left = Math.max(1, Math.ceil(until - performance.now()))
    const whether = (this.isNot ? whole(locator).not : whole(locator))[name] as (...values: unknown[]) => Promise<void>
    try {
      await whether(...given.filter((value) => value !== options), { ...options, timeout: left })
      return passed
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      return { name, pass: this.isNot, message: () => words.replaceAll(`${left}ms`, `${timeout}ms`) }
    }
  }
}

const isOptions = (value: unknown): value is { timeout?: number } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp)

const arrives = (locator: Locator, state: State, timeout: number) =>
  locator.waitFor({ state, timeout }).then(
    () => true,
    () => false,
  )

export const expect = whole.extend({
  toBeVisible: onceIn('toBeVisible', 'visible', 'hidden'),
  toBeHidden: onceIn('toBeHidden', 'hidden', 'visible'),
  toBeFocused: onceIn('toBeFocused', 'attached'),
  toContainText: onceIn('toContainText', 'attached'),
  toHaveAttribute: onceIn('toHaveAttribute', 'attached'),
  toHaveText: onceIn('toHaveText', 'attached'),
  toHaveValue: onceIn('toHaveValue', 'attached'),
}) as typeof whole
