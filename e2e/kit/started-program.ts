// A program of this package as a child process: the line that it says when it is ready, and its end. It ends with this
// process too, however that ends: both programs watch their standard input.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { programFile } from './program-file.ts'
import { suitableNode } from './suitable-node.ts'

export interface StartedProgram {
  /** What was captured of the line that says that it is ready. */
  address: string
  /** Everything that it wrote to standard error so far. */
  complaints: () => string
  /** Presses Enter on its standard input and waits for the line of its errors that `answer` fits: what it captured. */
  enter: (answer: RegExp) => Promise<string>
  /** Asks it over the channel between a process and its parent; rejects with the sentence in which it refuses. */
  ask: (order: Record<string, unknown>) => Promise<Record<string, unknown>>
  /** Ends it and waits until it has ended; a second time nothing happens. */
  stop: () => Promise<void>
}

/** In milliseconds: the end of what hangs, no measure of what is slow. */
const LONGEST_START_MS = 60_000
const LONGEST_STOP_MS = 10_000

/**
 * Starts `name` (as `browser`) of this package and waits for the line of standard output that `ready` fits.
 * @throws Error in a sentence: what the program said when it ended first, that it took longer than a minute, or that
 * there
 *   is no Node for it
 */
export async function startProgram(
  name: string,
  args: string[],
  ready: RegExp,
  env: Record<string, string>,
): Promise<StartedProgram> {
  const child = spawn(suitableNode(), [programFile(name), ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    windowsHide: true,
  })
  let complaints = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
  })
  // A program that is gone takes no more input: that it is gone is heard of elsewhere.
  child.stdin?.on('error', () => undefined)
  const stop = () => end(child)
  try {
    const address = await firstMatch(child, ready, () => complaints)
    return { address, complaints: () => complaints, enter: (answer) => entered(child, answer), ask: asker(child), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function firstMatch(child: ChildProcess, ready: RegExp, complaints: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      reject(new Error(`It was not ready within ${LONGEST_START_MS / 1_000} s. ${complaints().trim()}`.trim()))
    }, LONGEST_START_MS)
    child.once('error', (error) => {
      clearTimeout(tooLong)
      reject(new Error(`It could not be started: ${error.message}`))
    })
    // Not "exit": by then what it said last may still be on its way.
    child.once('close', (code) => {
      clearTimeout(tooLong)
      reject(new Error(complaints().trim() || `It ended with exit code ${code} and said nothing.`))
    })
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const found = ready.exec(line)?.[1]
      if (found === undefined) return
      clearTimeout(tooLong)
      resolve(found)
    })
  })
}

function entered(child: ChildProcess, answer: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const done = () => {
      child.stderr?.off('data', hear)
      child.off('close', gone)
    }
    const hear = (text: string) => {
      heard += text
      const found = answer.exec(heard)?.[1]
      if (found === undefined) return
      done()
      resolve(found)
    }
    const gone = () => {
      done()
      reject(new Error('It has ended.'))
    }
    if (hasEnded(child)) return gone()
    child.stderr?.on('data', hear)
    child.once('close', gone)
    child.stdin?.write('\n')
  })
}

function asker(child: ChildProcess): StartedProgram['ask'] {
  let last = 0
  return (order) =>
    new Promise((resolve, reject) => {
      const id = ++last
      const gone = () => {
        child.off('message', hear)
        reject(new Error('It has ended.'))
      }
      const hear = (message: unknown) => {
        const answer = message as { id: number; problem?: string }
        if (answer.id !== id) return
        child.off('message', hear)
        child.off('close', gone)
        if (answer.problem === undefined) resolve({ ...answer })
        else reject(new Error(answer.problem))
      }
      if (hasEnded(child) || !child.connected) return gone()
      child.on('message', hear)
      child.once('close', gone)
      child.send({ ...order, id }, (error) => error && gone())
    })
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return
  await new Promise<void>((resolve) => {
    const impatient = setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS)
    child.once('close', () => {
      clearTimeout(impatient)
      resolve()
    })
    child.stdin?.end()
    child.kill('SIGTERM')
  })
}
