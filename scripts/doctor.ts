// `npm run doctor [-- --json]`: examines configuration, upstream, Redis, machine and, where it runs, the site as its
// visitors reach it. Takes the same environment as `npm start`, and changes nothing that stays.
// One line for each finding with its mend. Exit 0, or 1 on any fault.
import { runDoctor } from '../apps/doctor/src/doctor-command.ts'
import { referenceCheck, siteEnvironment } from './servers/doctor-reference.ts'
import { serviceEnvironment } from './servers/environment.ts'
import { isWebBuilt } from './web-build/build-web.ts'

const env = serviceEnvironment(process.env, true)

process.exitCode = await runDoctor({
  args: process.argv.slice(2),
  env: siteEnvironment(env),
  print: (line) => console.log(line),
  more: [referenceCheck(env)],
  machine: { isWebFresh: isWebBuilt() },
})
