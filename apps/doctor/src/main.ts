// `node apps/doctor/src/main.ts [--json]`: `npm run doctor` where there is no npm, as in the image.
import { runDoctor } from './doctor-command.ts'

process.exitCode = await runDoctor({
  args: process.argv.slice(2),
  // biome-ignore lint/style/noProcessEnv: handed to `readConfig`
  env: process.env,
  print: (line) => process.stdout.write(`${line}\n`),
})
