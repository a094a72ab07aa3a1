import { type Config, ConfigError, type Environment, readConfig } from '#platform/config/config.ts'
import { StorageFault } from '#platform/files/file-store.ts'
import { explainStorageFault } from '#platform/files/storage-refusals.ts'
import { CommandError } from './command-error.ts'
import { createProgressBar, type ProgressBar, type ProgressOutput } from './progress-bar.ts'

/** Options of every operator's command. */
export interface CommandOptions {
  args: readonly string[]
  env: Environment
  /** Folder to which relative paths refer. */
  folder: string
  /** Receives the result, or the reason for refusing. */
  output: { write(text: string): unknown }
  progress: ProgressOutput
  now?: () => number
}

/** Exit codes. `refused`: nothing was done. `usage`: wrong arguments or settings. */
export const EXIT = { done: 0, refused: 1, usage: 2 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]

/**
 * Runs a command. Errors that an operator can correct become one line; a bug stays an exception.
 * @param describe adds to the reason that nothing was done
 */
export async function runCommand(
  { env, output, progress, now = Date.now }: CommandOptions,
  work: (config: Config, bar: ProgressBar) => Promise<Exit>,
  describe = (reason: string) => reason,
): Promise<Exit> {
  const bar = createProgressBar(progress, now)
  let config: Config | undefined
  try {
    config = readConfig(env)
    return await work(config, bar)
  } catch (error) {
    bar.end()
    if (error instanceof ConfigError) return printUsage(output, error.message)
    // Errors of the operating system (no space, no permission) name what failed and where.
    const isSystemError = error instanceof Error && 'syscall' in error
    const isStorage = error instanceof StorageFault
    if (!(error instanceof CommandError || isStorage || isSystemError)) throw error
    const reason = isStorage && config?.s3 ? explainStorageFault(error, config.s3) : error.message
    output.write(`${describe(reason)}\n`)
    return EXIT.refused
  } finally {
    bar.end()
  }
}

/** Prints the usage. @returns the exit code for wrong arguments */
export function printUsage(output: CommandOptions['output'], usage: string): Exit {
  output.write(`${usage}\n`)
  return EXIT.usage
}
