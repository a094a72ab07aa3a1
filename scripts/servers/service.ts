import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { inRepository, root } from '../repository.ts'
import { readableLogLine } from './log-line.ts'

/** What a service has to finish what it is doing; then it is killed. */
const STOP_MS = 10_000
/** Ends the service when we are gone without having stopped it. */
const PARENT_EXIT_WATCHER = pathToFileURL(inRepository('scripts/servers/parent-exit-watcher.ts')).href

/** One of the project's servers, running as a child process. */
export interface Service {
  name: string
  /** Where it listens, e.g. `http://127.0.0.1:8081`. Stays open when it ends before it listens: see `addressOf`. */
  address: Promise<string>
  /** Told by a service that is not ready as soon as it listens; never by one that is. */
  ready: Promise<void>
  /** How it ended, e.g. `exit code 1` or `signal SIGKILL`. */
  ended: Promise<{ code: number | null; how: string }>
  /** Asks it to stop and waits until it has. */
  stop: () => Promise<void>
}

interface ServiceOptions {
  name: string
  /** Its main.ts from the root, with Node's own options before it. */
  nodeArgs: string[]
  env: NodeJS.ProcessEnv
  /** Pass everything it logs on to stderr as it is, instead of warnings in words. */
  isVerbose: boolean
}

/**
 * Starts a server on the Node that runs us. It tells by IPC messages when and where it listens,
 * `{ type: 'listening', address }`, and when it can answer, `{ type: 'ready' }`.
 */
export function startService({ name, nodeArgs, env, isVerbose }: ServiceOptions): Service {
  const child = spawn(process.execPath, ['--import', PARENT_EXIT_WATCHER, ...nodeArgs], {
    cwd: root,
    env,
    stdio: ['ignore', isVerbose ? 2 : 'pipe', isVerbose ? 2 : 'pipe', 'ipc'],
    // Out of the terminal's process group: Ctrl+C must reach it as our SIGTERM only, and in our order.
    detached: process.platform !== 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) if (stream) showLines(name, stream)

  const address = new Promise<string>((resolve) => {
    child.on('message', (message) => {
      if (isListening(message)) resolve(message.address)
    })
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message) => {
      if (Object(message).type === 'ready') resolve()
    })
  })
  const ended = new Promise<{ code: number | null; how: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: null, how: error.message }))
    // `close` and not `exit`: its last words have been shown by then.
    child.on('close', (code, signal) => resolve({ code, how: signal ? `signal ${signal}` : `exit code ${code}` }))
  })
  // Should we be left by process.exit or an uncaught error, it is not left running.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  void ended.then(() => process.removeListener('exit', kill))

  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    const timer = setTimeout(() => {
      console.error(`${name} did not stop within ${STOP_MS / 1000} s and is killed.`)
      kill()
    }, STOP_MS)
    await ended
    clearTimeout(timer)
  }
  return { name, address, ready, ended, stop }
}

/** Where it listens. @throws Error when it ends before it does */
export function addressOf({ name, address, ended }: Service): Promise<string> {
  return Promise.race([address, ended.then(({ how }) => Promise.reject(new Error(`${name}: ${how}`)))])
}

function showLines(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => {
    const readable = readableLogLine(name, line)
    if (readable !== null) console.error(readable)
  })
}

function isListening(message: unknown): message is { type: 'listening'; address: string } {
  const { type, address } = Object(message)
  return type === 'listening' && typeof address === 'string'
}
