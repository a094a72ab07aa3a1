import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { runNode, runProcess } from '../process-run.ts'
import { findPackageBin } from '../repository.ts'

/** Names of the program. The headless shell comes first: it renders the same in less CPU time, as it has no windows. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Debian packages to install. Pages use system fonts, and a minimal machine has none for Chinese. */
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-noto-cjk']

/**
 * Returns the path of a Chromium for the browser tests: CHROMIUM_PATH, an installed one, Debian's package if this
 * process may install it, or Playwright's download.
 * @throws Error with a remedy when there is none
 */
export async function ensureChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (isExecutable(named)) return named
    throw new Error(`CHROMIUM_PATH is "${named}": accepted is the path of a Chromium that can be run.`)
  }
  const found = findChromium()
  if (found) return found
  console.error('There is no Chromium on this machine; installing one for the browser tests.')
  return (await installFromDebian()) ?? (await downloadWithPlaywright()) ?? refuse()
}

function findChromium(): string | undefined {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const places = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
  return [...places, chromium.executablePath()].find(isExecutable)
}

async function installFromDebian(): Promise<string | undefined> {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...DEBIAN_PACKAGES],
  ]
  for (const step of steps) {
    const { code, output } = await runProcess('apt-get', step, { env })
    if (code === 0) continue
    console.error(output)
    return undefined
  }
  return findChromium()
}

async function downloadWithPlaywright(): Promise<string | undefined> {
  const { code, output } = await runNode([findPackageBin('playwright-core/cli.js'), 'install', 'chromium'])
  if (code !== 0) console.error(output)
  return findChromium()
}

function refuse(): never {
  throw new Error('The browser tests need a Chromium: install one, or name it in CHROMIUM_PATH.')
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
