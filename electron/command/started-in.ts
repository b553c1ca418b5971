// The folder in which a command was typed: npm runs its scripts in the package's own, and says in INIT_CWD where it was called.

/**
 * @param script the name under which npm runs the command; below another script of npm's, its INIT_CWD is not ours
 * @param cwd the process's own
 */
export function startedIn(env: NodeJS.ProcessEnv, script: string, cwd: string): string {
  const { npm_lifecycle_event: running, INIT_CWD: typedIn } = env
  return running === script && typedIn !== undefined && typedIn !== '' ? typedIn : cwd
}
