// The command by which the reader of a usage line started the program.

/**
 * @param argv0 process.argv0: the command `eventscope` (bin/eventscope.ts) puts its own words there, as "eventscope export"
 * @param otherwise how it is called without the command, as "npm run export --"
 */
export const calledAs = (argv0: string, otherwise: string): string =>
  argv0.startsWith('eventscope ') ? argv0 : otherwise
