import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureChromium } from '../../scripts/checks/chromium.ts'

const FLAGS = [
  ...['--headless=new', '--remote-debugging-port=0', '--no-sandbox', '--disable-gpu', '--disable-quic'],
  ...['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** A browser under remote control. */
export interface DrivenBrowser {
  /** Port of its DevTools, on 127.0.0.1. */
  port: number
  stop: () => Promise<void>
}

/** Starts Chromium with a new profile. */
export async function startBrowser(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'portal-pages-browser-'))
  const child = spawn(await ensureChromium(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    process.removeListener('exit', kill)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  for await (const line of createInterface({ input: child.stderr })) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1]
    if (!port) continue
    // Further output must not fill the pipe.
    child.stderr.resume()
    return { port: Number(port), stop }
  }
  await stop()
  throw new Error('Chromium ended before DevTools listened')
}
