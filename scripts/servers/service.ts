import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { getRepositoryPath, root } from '../repository.ts'
import { formatLogLine } from './log-line.ts'

/** Time limit of a graceful stop. */
const STOP_MS = 10_000
/** Module that stops the service when this process ends before it has stopped it. */
const PARENT_EXIT_WATCHER = pathToFileURL(getRepositoryPath('scripts/servers/parent-exit-watcher.ts')).href

/** One of the project's servers, running as a child process. */
export interface Service {
  name: string
  /**
   * Address, e.g. `http://127.0.0.1:8081`. It stays pending when the service ends before it listens: see `waitForAddress`.
   */
  address: Promise<string>
  /** Resolves only for a service that becomes ready after it has begun to listen. */
  ready: Promise<void>
  /** Resolves with the way in which it ended, e.g. `exit code 1` or `signal SIGKILL`. */
  ended: Promise<{ code: number | null; how: string }>
  /** Resolves when it has stopped. */
  stop: () => Promise<void>
}

interface ServiceOptions {
  name: string
  /** Options of Node, and its main.ts, relative to the root. */
  nodeArgs: readonly string[]
  env: NodeJS.ProcessEnv
  /** Whether to pass its whole log to stderr, instead of warnings as plain text. */
  isVerbose: boolean
}

/**
 * Starts a server on the current Node. It sends IPC messages when it listens, `{ type: 'listening', address }`, and when
 * it is ready, `{ type: 'ready' }`.
 */
export function startService({ name, nodeArgs, env, isVerbose }: ServiceOptions): Service {
  const child = spawn(process.execPath, ['--import', PARENT_EXIT_WATCHER, ...nodeArgs], {
    cwd: root,
    env,
    stdio: ['ignore', isVerbose ? 2 : 'pipe', isVerbose ? 2 : 'pipe', 'ipc'],
    // The service is outside the terminal's process group: Ctrl+C must not stop it before the BFF.
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
    // `close` and not `exit`: its output has ended by then.
    child.on('close', (code, signal) => resolve({ code, how: signal ? `signal ${signal}` : `exit code ${code}` }))
  })
  // The service must not outlive process.exit or an uncaught error.
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

/** @throws Error when the service ends before it listens */
export function waitForAddress({ name, address, ended }: Service): Promise<string> {
  return Promise.race([address, ended.then(({ how }) => Promise.reject(new Error(`${name}: ${how}`)))])
}

function showLines(name: string, stream: Readable): void {
  createInterface({ input: stream }).on('line', (line) => {
    const readable = formatLogLine(name, line)
    if (readable !== null) console.error(readable)
  })
}

function isListening(message: unknown): message is { type: 'listening'; address: string } {
  const { type, address } = Object(message)
  return type === 'listening' && typeof address === 'string'
}
