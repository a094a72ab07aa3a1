import { type ExecFileException, execFile, execFileSync } from 'node:child_process'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** Time within which an engine must report its version; otherwise there is none. ms. */
const LOOK_MS = 20_000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
/** Number of characters that are shown from the end of a failed command's output. */
const SHOWN_CHARACTERS = 8000

interface Options {
  /** Variables besides PATH, HOME and those of the engine. */
  env?: Record<string, string>
  /** Text for the standard input. */
  input?: string | Buffer
  /** Time limit, ms; 2 minutes by default. */
  timeoutMs?: number
  /** Working folder; the repository's root by default. */
  folder?: string
}

/** Returns the engine's own variables, but none of the developer's shell that Compose would substitute. */
function getEngineEnvironment(): Record<string, string> {
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
      execFileSync('docker', args, { stdio: 'ignore', timeout: LOOK_MS, env: getEngineEnvironment() })
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
  const { stdout, stderr, error } = await runToOutcome(program, args, options)
  if (!error) return stdout
  throw new Error(`${error.message}\n${stdout}\n${stderr}`.slice(-SHOWN_CHARACTERS))
}

/** Runs a command that may fail. Returns both outputs in one, and the exit code, -1 when a signal ended it. */
export async function tryRun(program: string, args: readonly string[], options: Options = {}) {
  const { stdout, stderr, error } = await runToOutcome(program, args, options)
  const code = typeof error?.code === 'number' ? error.code : -1
  return { code: error ? code : 0, output: `${stdout}${stderr}` }
}

function runToOutcome(program: string, args: readonly string[], options: Options): Promise<Outcome> {
  const { env, input, timeoutMs = 120_000, folder = root } = options
  const limits = { cwd: folder, timeout: timeoutMs, maxBuffer: MAX_OUTPUT_BYTES }
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { ...limits, env: { ...getEngineEnvironment(), ...env } },
      (error, stdout, stderr) => resolve({ stdout, stderr, error }),
    )
    // A program that ends before it reads its input closes the pipe.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
