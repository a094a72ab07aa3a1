// `npm run doctor [-- --json]`: examines configuration, upstream, Redis, the machine and, where it runs, the site. Takes
// the same environment as `npm start` and leaves nothing changed. Prints one line per finding, with its remedy. Exit 1 on
// any fault.
import { runDoctor } from '../apps/doctor/src/doctor-command.ts'
import { createReferenceCheck, makeSiteEnvironment } from './servers/doctor-reference.ts'
import { makeServiceEnvironment } from './servers/environment.ts'
import { isWebBuilt } from './web-build/build-web.ts'

const env = makeServiceEnvironment(process.env, true)

process.exitCode = await runDoctor({
  args: process.argv.slice(2),
  env: makeSiteEnvironment(env),
  print: (line) => console.log(line),
  more: [createReferenceCheck(env)],
  machine: { isWebFresh: isWebBuilt() },
})
