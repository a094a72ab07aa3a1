// `CONTRACT_URL=https://… [CONTRACT_PREFIX=/api] [CONTRACT_PATHS=…] [CONTRACT_ACCOUNT=… CONTRACT_PASSWORD_FILE=…] npm run
// record -- FOLDER`: writes the answers of an upstream to a folder, without tokens and personal data, for
// `UPSTREAM_URL=replay:FOLDER npm start`. Exit 1 when upstream does not answer, 2 for a wrong setting or folder.
import { runRecord } from './record/run-record.ts'

process.exitCode = await runRecord({
  args: process.argv.slice(2),
  env: process.env,
  // npm runs scripts in the project's folder; the variable contains the folder of the caller.
  folder: process.env.INIT_CWD ?? process.cwd(),
  print: (line) => console.log(line),
})
