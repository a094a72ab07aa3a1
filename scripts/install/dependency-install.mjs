// Plain JavaScript for Node 20 and later: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withDirectoryLock } from './directory-lock.mjs'
import { installStamp, judgeInstall } from './install-state.mjs'

/**
 * Installs the locked dependencies if `node_modules` differs from the lockfile. The check takes a few milliseconds.
 * @throws Error with a text for the user, when npm could not install
 */
export async function installDependencies(root) {
  if (judge(root) === 'current') return
  await withDirectoryLock(
    join(root, '.cache/install-lock'),
    () => console.error('Another command is installing the dependencies; waiting for it.'),
    async () => {
      // The check is repeated: another process may have installed them meanwhile.
      const verdict = judge(root)
      if (verdict === 'current') return
      if (verdict === 'stale') await runNpmCi(root)
      writeFileSync(getStampPath(root), installStamp(describeMachine(root)))
    },
  )
}

function judge(root) {
  return judgeInstall({
    ...describeMachine(root),
    stamp: readIfThere(getStampPath(root)),
    installedText: readIfThere(join(root, 'node_modules/.package-lock.json')),
  })
}

function describeMachine(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  return { lockText, platform: process.platform, arch: process.arch }
}

/** Path of the stamp. It is in `node_modules`, which `npm ci` deletes first: a broken install has no stamp. */
function getStampPath(root) {
  return join(root, 'node_modules/.portal-lock')
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

async function runNpmCi(root) {
  console.error('Installing the locked dependencies (npm ci); this takes about half a minute.')
  // Both kinds are included explicitly: NODE_ENV=production or npm's own settings would leave out the pinned Node or
  // the builder.
  const args = ['ci', '--include=optional', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']
  const { command, prefix, shell } = findNpmCommand()
  const code = await new Promise((resolve) => {
    // npm's output goes to stderr: stdout belongs to the command itself.
    const npm = spawn(command, [...prefix, ...args], { cwd: root, shell, stdio: ['ignore', 2, 2] })
    npm.on('error', (error) => resolve(error.code))
    npm.on('exit', (exitCode, signal) => resolve(exitCode ?? signal))
  })
  if (code === 0) return
  if (code === 'ENOENT') throw new Error('The dependencies are not installed, and there is no npm on the PATH.')
  throw new Error(
    `npm ci failed (${code}); its own lines are above. It needs the npm registry (or a filled npm cache) and a` +
      ' package-lock.json that fits package.json. The next start tries again.',
  )
}

/** Returns the npm that runs this command, with its version and settings; otherwise the one on the PATH. */
function findNpmCommand() {
  const own = process.env.npm_execpath
  if (own && basename(own).startsWith('npm-cli.')) return { command: process.execPath, prefix: [own], shell: false }
  // npm is a .cmd file on Windows, which only a shell runs.
  return { command: 'npm', prefix: [], shell: process.platform === 'win32' }
}
