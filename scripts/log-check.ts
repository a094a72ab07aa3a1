// `npm run log:check -- URL [--state FILE] [--full] [--keep FOLDER] [--key KEY] [--witness WITNESS …]`: checks a public log, ours or any other
// after C2SP tlog-tiles: signature, tiles, and that it continues what was seen before. Needs no installed package, so that
// `node scripts/log-check.ts` does too. Exit 0 all is right, 1 something does not fit, 2 wrong arguments, 3 unreachable.
import { runLogCheck } from './log/check/log-check-command.ts'

process.exitCode = await runLogCheck({
  args: process.argv.slice(2),
  // npm runs scripts in the project's folder; the variable holds the folder of the caller.
  folder: process.env.INIT_CWD ?? process.cwd(),
  print: (line) => console.log(line),
  showProgress: (line) => console.error(line),
})
