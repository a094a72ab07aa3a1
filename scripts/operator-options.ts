import type { CommandOptions } from '../apps/upstream/src/platform/commands/command.ts'
import { makeServiceEnvironment, makeUpstreamEnvironment } from './servers/environment.ts'

/** Options with which a command of the reference upstream uses the data of `npm start`. */
export function getOperatorOptions(): CommandOptions {
  return {
    args: process.argv.slice(2),
    env: makeUpstreamEnvironment(makeServiceEnvironment(process.env, true)),
    // npm runs scripts in the project's folder; the variable contains the folder of the caller.
    folder: process.env.INIT_CWD ?? process.cwd(),
    output: process.stdout,
    progress: process.stderr,
  }
}
