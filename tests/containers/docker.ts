import { type ExecFileException, execFile, execFileSync } from 'node:child_process'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** Names and versions of the engine answer within this time, or there is none. ms. */
const LOOK_MS = 20_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** Of a failed command, its end. */
const SHOWN_CHARACTERS = 8000

interface Options {
  /** Variables beside PATH, HOME and those that name the engine. */
  env?: Record<string, string>
  /** Written to the standard input. */
  input?: string | Buffer
  /** ms; 2 minutes by default. */
  timeoutMs?: number
  /** Where it runs; the repository's root by default. */
  folder?: string
}

/** The engine's own variables, without those of the developer's shell that Compose would substitute. */
function engineEnvironment(): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'DOCKER_HOST',
    'DOCKER_CONFIG',
    'DOCKER_CONTEXT',
    'DOCKER_CERT_PATH',
    'DOCKER_TLS_VERIFY',
  ]
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

/** Whether an engine and Compose answer. */
export function hasDocker(): boolean {
  try {
    for (const args of [['version'], ['compose', 'version']]) {
      execFileSync('docker', args, { stdio: 'ignore', timeout: LOOK_MS, env: engineEnvironment() })
    }
    return true
  } catch {
    return false
  }
}

interface Outcome {
  stdout: string
  stderr: string
  error: ExecFileException | null
}

/**
 * Runs a program.
 *
 * @returns its standard output
 * @throws with both outputs when it fails or exceeds its time
 */
export async function run(program: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { stdout, stderr, error } = await outcomeOf(program, args, options)
  if (!error) return stdout
  throw new Error(`${error.message}\n${stdout}\n${stderr}`.slice(-SHOWN_CHARACTERS))
}

/** Like `run` for a command that may fail: both outputs in one, and the exit code, -1 when a signal ended it. */
export async function tryRun(program: string, args: readonly string[], options: Options = {}) {
  const { stdout, stderr, error } = await outcomeOf(program, args, options)
  const code = typeof error?.code === 'number' ? error.code : -1
  return { code: error ? code : 0, output: `${stdout}${stderr}` }
}

function outcomeOf(program: string, args: readonly string[], options: Options): Promise<Outcome> {
  const { env, input, timeoutMs = 120_000, folder = root } = options
  const limits = { cwd: folder, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES }
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...limits, env: { ...engineEnvironment(), ...env } },
      (error, stdout, stderr) => resolve({ stdout, stderr, error }),
    )
    // A program that ends without reading its input closes the pipe.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
