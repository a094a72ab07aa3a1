// `npm run restore -- FOLDER [--replace]`: puts a backup in the place of what the reference upstream would use, all or
// nothing. The site must be stopped. Exit 0 when it was done, 1 when it was refused, 2 for a wrong use or setting.
import { runRestore } from '../apps/upstream/src/backup/backup-command.ts'
import { serviceEnvironment, upstreamEnvironment } from './environment.ts'

process.exitCode = await runRestore({
  args: process.argv.slice(2),
  env: upstreamEnvironment(serviceEnvironment(process.env, true)),
  // npm runs scripts in the project's folder and says where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  output: process.stdout,
  progress: process.stderr,
})
