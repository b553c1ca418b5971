// This is what a command takes of all processors, with everything that it starts, as Linux counts it in /proc. What a
// process has waited for is in its own account, but half of Chromium's processes are waited for by nobody, so all are
// looked at as they run.
import { readdirSync, readFileSync } from 'node:fs'

/** The time between two looks, in ms: what a process does after the last one is missed. */
const BETWEEN = 200

/**
 * Follows the process `root` and what it starts, also where that outlives whoever started it.
 * @returns a function that stops, and gives the CPU seconds; null where there is no /proc
 */
export function followProcessorTime(root: number): () => number | null {
  if (process.platform !== 'linux') return () => null
  /** What each process has taken, by its number and when it began, as Linux gives a number again. */
  const ticks = new Map<string, number>()
  let followed = new Set([root])
  const look = () => {
    const found = readProcesses()
    const children = Map.groupBy(found, ({ parent }) => parent)
    // It grows while it is gone through: behind each process come its children.
    const waiting = found.filter(({ pid }) => followed.has(pid))
    const followedNow = new Set<number>()
    for (const { pid, begun, spent } of waiting) {
      if (followedNow.has(pid)) continue
      followedNow.add(pid)
      ticks.set(`${pid} ${begun}`, spent)
      // Numbers begin again at the lowest, so that a process may have a lower one than its parent.
      waiting.push(...(children.get(pid) ?? []))
    }
    followed = followedNow
  }
  look()
  const timer = setInterval(look, BETWEEN)
  timer.unref()
  return () => {
    clearInterval(timer)
    look()
    return [...ticks.values()].reduce((sum, spent) => sum + spent, 0) / TICKS_A_SECOND
  }
}

/** USER_HZ, which is 100 wherever Node runs. */
const TICKS_A_SECOND = 100

interface SeenProcess {
  pid: number
  parent: number
  begun: string
  /** It counts ticks of itself alone. */
  spent: number
}

/** proc_pid_stat(5): fields 4 (parent), 14 and 15 (spent in user and kernel mode), 22 (begun). */
function readProcesses(): SeenProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    const stat = readStat(name)
    // A process's name may hold spaces, and ends with the last bracket.
    // The name is field 2, so that the first one behind it is field 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = '', user = '', kernel = '', begun = ''] = [fields[1], fields[11], fields[12], fields[19]]
    return stat === ''
      ? []
      : [{ pid: Number(name), parent: Number(parent), begun, spent: Number(user) + Number(kernel) }]
  })
}

/** Empty for a process that is gone by now. */
function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
