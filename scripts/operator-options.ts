import type { CommandOptions } from '../apps/upstream/src/commands/command.ts'
import { serviceEnvironment, upstreamEnvironment } from './servers/environment.ts'

/** What a command of the reference upstream is given, so that it works on the data that `npm start` would use. */
export function operatorOptions(): CommandOptions {
  return {
    args: process.argv.slice(2),
    env: upstreamEnvironment(serviceEnvironment(process.env, true)),
    // npm runs scripts in the project's folder and says where it was called.
    folder: process.env.INIT_CWD ?? process.cwd(),
    output: process.stdout,
    progress: process.stderr,
  }
}
