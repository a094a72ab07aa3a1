// `node apps/doctor/src/main.ts [--json]`: the same as `npm run doctor`, for places that have no npm, such as the
// image.
import { runDoctor } from './doctor-command.ts'

process.exitCode = await runDoctor({
  args: process.argv.slice(2),
  // biome-ignore lint/style/noProcessEnv: handed to `readConfig`
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
})
