import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type {} from '../e2e/shared-setup.ts'
import { startChromium } from './chromium.ts'
import type { Engine } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { startWebkit } from './webkit.ts'
import { findMiniBrowser } from './webkit-processes.ts'

interface Installed {
  name: Engine['name']
  /** Programs of Debian, any of which is suitable. Chromium is on every machine that runs browser tests. */
  programs?: string[]
  start(program: string): Promise<Engine>
}

const ENGINES: Installed[] = [
  { name: 'chromium', start: () => startChromium(inject('browserUrl')) },
  { name: 'firefox', programs: ['/usr/bin/firefox-esr', '/usr/bin/firefox'], start: startFirefox },
  { name: 'webkit', programs: [findMiniBrowser() ?? 'webkit2gtk-driver and xvfb'], start: startWebkit },
]

/** Time limit of a case, ms: a journey of some minutes on a busy machine. */
const JOURNEY_MS = 180_000

/**
 * Runs the cases of a journey on each engine of this machine. A missing engine is skipped by name, or fails if
 * `REQUIRE_ENGINES` is 1.
 * @param addCases declares cases; `engine` is for their bodies
 */
export function onEveryEngine(journey: string, addCases: (engine: () => Engine) => void): void {
  const isRequired = process.env.REQUIRE_ENGINES === '1'
  for (const { name, programs = [''], start } of ENGINES) {
    const program = programs.find((path) => path === '' || existsSync(path))
    describe.skipIf(program === undefined && !isRequired)(`${journey}, ${name}`, { timeout: JOURNEY_MS }, () => {
      let engine: Engine | undefined
      beforeAll(async () => {
        if (program === undefined) throw new Error(`There is no ${name} on this machine: ${programs.join(', ')}`)
        engine = await start(program)
      })
      afterAll(() => engine?.close())
      addCases(() => {
        if (!engine) throw new Error(`${name} did not start`)
        return engine
      })
    })
  }
}
