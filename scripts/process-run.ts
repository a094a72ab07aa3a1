import { spawn } from 'node:child_process'
import { root } from './repository.ts'

export interface ProcessResult {
  /** Exit code; 1 if a signal ended the program or it could not be started. */
  code: number
  /** Standard output and error, in order; empty if they were shown instead. */
  output: string
}

interface Options {
  env?: NodeJS.ProcessEnv
  /** Whether to show its output at once, instead of returning it. */
  isShown?: boolean
}

/** Runs a program in the repository's root until it ends. Never throws: a missing program counts as failed. */
export function runProcess(command: string, args: string[], { env, isShown = false }: Options = {}) {
  return new Promise<ProcessResult>((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: env ?? process.env,
      stdio: isShown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

/** Runs a script or a package's command on the Node of this process. */
export function runNode(args: string[], options?: Options): Promise<ProcessResult> {
  return runProcess(process.execPath, args, options)
}
