// The link among the arguments that a system starts a program with, or hands to the one that runs.

/** Null where there is none, or more than one: nobody follows two links at once. */
export function linkArgument(given: readonly string[]): string | null {
  const links = given.filter((one) => one.startsWith(LINK_SCHEME))
  return links.length === 1 ? (links[0] ?? null) : null
}

/** As electron-builder.yml registers it. */
export const LINK_SCHEME = 'eventscope:'
