// `npm run backup [-- FOLDER]`: database, uploads and keys of the reference upstream that `npm start` would use, in one
// folder. It may run while the site does. Exit 0 when it was made, 1 when it was not, 2 for a wrong use or setting.
import { runBackup } from '../apps/upstream/src/backup/backup-command.ts'
import { serviceEnvironment, upstreamEnvironment } from './environment.ts'

process.exitCode = await runBackup({
  args: process.argv.slice(2),
  env: upstreamEnvironment(serviceEnvironment(process.env, true)),
  // npm runs scripts in the project's folder and says where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  output: process.stdout,
  progress: process.stderr,
})
