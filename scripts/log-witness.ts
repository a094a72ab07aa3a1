// `npm run log:witness -- --name NAME --log KEY [--log KEY …] [--data FOLDER] [--port PORT]`: a witness of public logs
// after C2SP tlog-witness. It cosigns checkpoints that continue what it cosigned before, and answers until SIGTERM. Needs
// no installed package, so that `node scripts/log-witness.ts` does too. Exit 2 for wrong arguments.
import { startWitness, UsageError } from './log/witness/log-witness-command.ts'

const EXIT_USAGE = 2

try {
  const witness = await startWitness({
    args: process.argv.slice(2),
    // npm runs scripts in the project's folder; the variable holds the folder of the caller.
    folder: process.env.INIT_CWD ?? process.cwd(),
    print: (line) => console.log(line),
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void witness.stop())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1
}
