import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../scripts/servers/free-port.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY_SERVER = '/usr/bin/Xvfb'
/** Time limit of a start, ms; long, for a busy machine. */
const START_LIMIT_MS = 30_000
const LOOK_AGAIN_MS = 20

/** Returns the path of the browser in Debian's `webkit2gtk-driver`, if that and `xvfb` are installed. */
export function findMiniBrowser(): string | undefined {
  if (!existsSync(DRIVER) || !existsSync(DISPLAY_SERVER)) return undefined
  return globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0]
}

/** A virtual screen in memory, on which the browsers show their windows. */
export interface Display {
  /** Environment of a program on this screen. */
  env: NodeJS.ProcessEnv
  close(): Promise<void>
}

/** Starts Xvfb on a display number that it chooses itself. */
export async function startDisplay(): Promise<Display> {
  const folder = mkdtempSync(path.join(tmpdir(), 'webkit-'))
  mkdirSync(path.join(folder, 'gtk-3.0'))
  // This enables reduced motion.
  writeFileSync(path.join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const server = run(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {}, true)
  const number = await readFirstLine(server.stdio[3] as Readable)
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_RUNTIME_DIR: folder,
    DISPLAY: `:${number}`,
    // Debian need not have this locale: it sets the language of pages' requests, and Fontconfig's choice of fonts.
    LANG: 'en_US.UTF-8',
    TZ: 'Asia/Shanghai',
    GDK_BACKEND: 'x11',
    // There is no GPU, no accessibility bus and no session bus.
    LIBGL_ALWAYS_SOFTWARE: '1',
    // The processor paints: this takes a third less of its time than a software GPU.
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    NO_AT_BRIDGE: '1',
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    GSETTINGS_BACKEND: 'memory',
  }
  return {
    env,
    async close() {
      await stop(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a driver, which runs one browser at most. */
export async function startDriver(env: NodeJS.ProcessEnv): Promise<{ address: string; stop(): Promise<void> }> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const driver = run(DRIVER, [`--port=${port}`, '--host=127.0.0.1'], env)
  const endMs = performance.now() + START_LIMIT_MS
  while (!(await isReady(address))) {
    if (performance.now() > endMs || driver.exitCode !== null) throw new Error(`${DRIVER} does not answer`)
    await delay(LOOK_AGAIN_MS)
  }
  return { address, stop: () => stop(driver) }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/status`, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}

/** Starts a program that the system ends together with this process, even after a crash. */
function run(command: string, args: string[], env: NodeJS.ProcessEnv, hasPipe = false): ChildProcess {
  const pipe = hasPipe ? ['pipe' as const] : []
  return spawn('/usr/bin/setpriv', ['--pdeathsig', 'TERM', command, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', ...pipe],
  })
}

async function readFirstLine(stream: Readable): Promise<string> {
  const [chunk] = await once(stream, 'data', { signal: AbortSignal.timeout(START_LIMIT_MS) })
  return String(chunk).trim()
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
