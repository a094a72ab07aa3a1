// `npm run import -- certificates FILE.csv|FILE.jsonl [--pictures DIR]`: certificates of the laboratory into the
// database of the reference upstream, the one that `npm start` would use. It may run while the site does.
import { runImport } from '../apps/upstream/src/import/import-command.ts'
import { serviceEnvironment, upstreamEnvironment } from './environment.ts'

process.exitCode = await runImport({
  args: process.argv.slice(2),
  env: upstreamEnvironment(serviceEnvironment(process.env, true)),
  // npm runs scripts in the project's folder and says where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  output: process.stdout,
  progress: process.stderr,
})
