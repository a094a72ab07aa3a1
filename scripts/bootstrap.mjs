// `node scripts/bootstrap.mjs COMMAND [ARGUMENT…]`: what every command of package.json calls.
//
// Makes sure that the locked dependencies are installed, then runs scripts/COMMAND.ts on the pinned Node, which is one
// of them. Plain JavaScript without dependencies, because it starts on whatever Node the machine has (18 or later).
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './install/dependency-install.mjs'
import { findPinnedNode } from './install/pinned-node.mjs'

/** How soon after npm the site stops, see `stopWithNpm`. */
const PARENT_POLL_MS = 100

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = '', ...args] = process.argv.slice(2)
const script = join(root, 'scripts', `${command}.ts`)

try {
  if (!/^[a-z-]+$/.test(command) || !existsSync(script)) throw new Error(`There is no command "${command}".`)
  await installDependencies(root)
  await run(findPinnedNode(root))
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

async function run(node) {
  // Whatever the command starts by the name `node`, or from node_modules/.bin, runs on the pinned Node too.
  const path = [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].filter(Boolean).join(delimiter)
  // Compiled code is kept between starts, which takes a quarter off the time to a running site.
  const cache = { NODE_COMPILE_CACHE: join(root, '.cache/compiled') }
  const env = { ...cache, ...process.env, PATH: path }
  const child = spawn(node, [script, ...args], { cwd: root, stdio: 'inherit', env })

  // Ctrl+C reaches the child from the terminal already, and then again from here; commands take a second signal during
  // their stop for the same wish. What matters is that we stay until the child has stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

  const watch = stopWithNpm(() => child.kill('SIGTERM'))

  process.exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
  clearInterval(watch)
}

/**
 * npm starts its scripts through a shell and hands a SIGTERM to that shell only, which dies and passes nothing on. So a
 * `kill` of npm would leave the site running, unless we notice that our parent is gone.
 */
function stopWithNpm(stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, PARENT_POLL_MS)
  return watch
}
